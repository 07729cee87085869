export type { ListeningService, LocalService, ServiceOptions } from './types.ts';
