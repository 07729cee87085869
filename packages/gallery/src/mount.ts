export { MOUNT } from './messages.ts';
