import hero from '@gen/hero.js';

export const width: string = hero.width;
