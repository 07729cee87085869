import type { ProblemMessage } from '../shared/messages.ts';

/** Anything thrown, as the page tells it: code, what happened, what to do. Never a stack. */
export function problemOf(error: unknown): ProblemMessage {
  if (!(error instanceof Error)) {
    return { code: 'ASSETGEN_INTERNAL', message: String(error), hint: null };
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const hint = 'hint' in error && typeof error.hint === 'string' ? error.hint : null;
  return {
    code: code.startsWith('ASSETGEN_') ? code : 'ASSETGEN_INTERNAL',
    message: error.message,
    hint,
  };
}
