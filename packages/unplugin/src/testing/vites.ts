import * as vite6 from 'vite-6';
import * as vite7 from 'vite-7';
import * as vite8 from 'vite';

type Vite = typeof vite8;

/** Every major version that the plugin is for, by its number. */
export const VITES: readonly (readonly [version: string, vite: Vite])[] = [
  ['8', vite8],
  ['7', vite7 as unknown as Vite],
  ['6', vite6 as unknown as Vite],
];
