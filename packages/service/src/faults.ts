import { AssetgenError } from '@assetgen/client';

/** What goes wrong. See `docs/background/local-service.md` for the grammar and each effect. */
export type FaultEffect =
  /** That status, before anything is done. `retryAfter`: of a 429, in seconds. */
  | { readonly type: 'status'; readonly status: number; readonly retryAfter: number | null }
  /** The connection breaks before anything is done. */
  | { readonly type: 'reset' }
  /** Everything is done, then the connection breaks: the answer is lost. */
  | { readonly type: 'lost' }
  /** Half of the body, then the connection breaks; the Content-Length promises all of it. */
  | { readonly type: 'truncate' }
  /** Half of the body and a clean end, without a Content-Length. */
  | { readonly type: 'short' }
  /** Half of the body, then nothing, for ever. */
  | { readonly type: 'stall' }
  /** 200 with an HTML page. */
  | { readonly type: 'html' }
  /** 200 with random bytes under the right content type. */
  | { readonly type: 'garbage' }
  /** The jobs of this create fail; their points come back. */
  | { readonly type: 'fail' }
  /** The answer waits. Unit: seconds. */
  | { readonly type: 'slow'; readonly seconds: number };

export interface Fault {
  /** Name of an operation, `download`, or a group: `create`, `poll`, `any`. */
  readonly target: string;
  readonly effect: FaultEffect;
  /** First and last matching request, from 1, that it happens to. */
  readonly from: number;
  readonly to: number;
}

const CREATES = [
  'generateModelWithText',
  'generateModelWithImage',
  'createNormalPicture',
  'createNormalVideo',
  'createCuteModelsFromImages',
  'generateImages',
];
const POLLS = ['retrieveModel', 'queryGenerationResult', 'queryJobProgress'];
const OTHERS = ['models', 'convertToFormat', 'checkHumanImage', 'queryPointsInfo', 'download'];

const GROUPS: Readonly<Record<string, readonly string[]>> = {
  create: CREATES,
  poll: POLLS,
  any: [...CREATES, ...POLLS, ...OTHERS],
};
/** The operations, as faults name them, and `download`. */
export const OPERATION_NAMES: readonly string[] = [...CREATES, ...POLLS, ...OTHERS];
const TARGETS: readonly string[] = [...Object.keys(GROUPS), ...OPERATION_NAMES];

const SIMPLE = new Set(['reset', 'lost', 'truncate', 'short', 'stall', 'html', 'garbage', 'fail']);

/**
 * Reads `TARGET:EFFECT[=SECONDS][@N|@N+|@N-M]`, separated by commas.
 *
 * @example parseFaults('createNormalPicture:503@1,download:truncate@2,poll:429=1@1-3')
 * @throws ASSETGEN_FAULTS for a target or an effect that does not exist.
 */
export function parseFaults(text: string): readonly Fault[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(parseFault);
}

function parseFault(text: string): Fault {
  const match = /^(\w+):(\w+)(?:=(\d+(?:\.\d+)?))?(?:@(\d+)(?:(\+)|-(\d+))?)?$/.exec(text);
  const [, target = '', name = '', seconds, first, open, last] = match ?? [];
  if (match === null || !TARGETS.includes(target)) {
    throw badFault(text, `a target of ${TARGETS.join(', ')}`);
  }
  const effect = effectOf(name, seconds === undefined ? null : Number(seconds));
  if (effect === undefined) {
    throw badFault(text, `a status from 400 to 599 or one of ${[...SIMPLE, 'slow'].join(', ')}`);
  }
  const from = Number(first ?? 1);
  const to =
    first === undefined || open !== undefined ? Infinity : Number(last === undefined ? from : last);
  return { target, effect, from, to };
}

function effectOf(name: string, seconds: number | null): FaultEffect | undefined {
  if (/^[45]\d\d$/.test(name)) return { type: 'status', status: Number(name), retryAfter: seconds };
  if (name === 'slow') return { type: 'slow', seconds: seconds ?? 1 };
  return SIMPLE.has(name) ? ({ type: name } as FaultEffect) : undefined;
}

function badFault(text: string, expected: string): AssetgenError {
  return new AssetgenError('ASSETGEN_FAULTS', `Invalid fault "${text}": expected ${expected}.`, {
    hint: 'Write TARGET:EFFECT[@N], such as createNormalPicture:503@1.',
  });
}

/** Counts requests and tells which fault, if any, happens to each. */
export function faultInjector(
  faults: readonly Fault[],
): (operation: string) => FaultEffect | undefined {
  const seen = faults.map(() => 0);
  return function next(operation) {
    let effect: FaultEffect | undefined;
    for (const [index, fault] of faults.entries()) {
      if (!(GROUPS[fault.target] ?? [fault.target]).includes(operation)) continue;
      const number = (seen[index] ?? 0) + 1;
      seen[index] = number;
      if (number >= fault.from && number <= fault.to) effect ??= fault.effect;
    }
    return effect;
  };
}
