import type { Mode } from './assetgen-options.ts';

export const MODES: readonly Mode[] = ['draft', 'generate', 'frozen'];
