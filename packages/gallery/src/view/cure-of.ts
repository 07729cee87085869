import { brokenLimit } from '@assetgen/core';
import type { Asset, BrokenLimit, Output } from '@assetgen/core';
import type { CurableProblem, Cure, FieldCure, ProblemMessage } from '../shared/messages.ts';
import { outputCures } from './output-cures.ts';

/** What is known of the asset that failed. */
export interface Failed {
  readonly asset: Asset;
  /** Whether what it is made from is on this machine: then no download failed. */
  readonly hasSource: boolean;
}

type Told = Pick<ProblemMessage, 'code' | 'message'>;

/** The same again ends the same, for as long as the same is asked for. */
const FINAL: ReadonlySet<string> = new Set([
  'ASSETGEN_EXPECT',
  'ASSETGEN_MODERATED',
  'ASSETGEN_REJECTED',
  'ASSETGEN_JOB_FAILED',
  'ASSETGEN_MODEL',
  'ASSETGEN_PORTRAIT',
  'ASSETGEN_BATCH',
  'ASSETGEN_DIGEST',
  'ASSETGEN_REMADE',
]);

/** What other words, or the same asked for once more, help against. */
const WORDS: ReadonlySet<string> = new Set([
  'ASSETGEN_MODERATED',
  'ASSETGEN_REJECTED',
  'ASSETGEN_JOB_FAILED',
  'ASSETGEN_DIGEST',
  'ASSETGEN_REMADE',
]);

/** These words are refused every time. */
const REFUSED: ReadonlySet<string> = new Set(['ASSETGEN_MODERATED', 'ASSETGEN_REJECTED']);

/** What a person can change about a failure, and whether the same again can only fail again. */
export function curesOf(problem: Told, failed: Failed): Pick<CurableProblem, 'cures' | 'isFinal'> {
  const { code, message } = problem;
  const { asset, hasSource } = failed;
  const output = outputOf(problem, failed);
  const broken = code === 'ASSETGEN_EXPECT' ? brokenLimit(message) : null;
  const cures: Cure[] = [
    ...(broken === null ? [] : [limitCure(broken)]),
    ...(/expected a valid GLB/.test(message) && code === 'ASSETGEN_EXPECT' ? [VALID] : []),
    ...(output === null
      ? sourceCures(problem, failed)
      : outputCures(problem, asset, output, broken)),
  ];
  // Content that is bad came from a download, which may go better, or is here, and stays bad.
  const isBad = code === 'ASSETGEN_CONTENT' && hasSource && output?.step.type !== 'convert';
  return { cures, isFinal: FINAL.has(code) || isBad };
}

function limitCure({ key, limit, found }: BrokenLimit): FieldCure {
  const act = 'Change the limit';
  return ofAsset({ key: `expect.${key}`, label: key, act, now: limit, next: found });
}

const VALID: FieldCure = ofAsset({
  key: 'expect.valid',
  label: 'Errors of the GLB',
  act: 'Accept these errors',
  now: 'refused',
  next: false,
  choices: [false],
});

/** What the failure is of; null: the asset, or what it is made from. */
function outputOf({ code, message }: Told, { asset, hasSource }: Failed): Output | null {
  const named = asset.outputs.find(({ name }) => message.startsWith(`${name}: `));
  if (named !== undefined) return named;
  const converted = asset.outputs.filter(({ step }) => step.type === 'convert');
  const format = /conversion (?:of \S+ )?to (\w+)/.exec(message)?.[1];
  const meant = converted.find((each) => each.format === format);
  // The purchase is here: the service refused the conversion of it.
  const isRefused = hasSource && (code === 'ASSETGEN_REJECTED' || code === 'ASSETGEN_FORBIDDEN');
  return meant ?? (isRefused ? (converted[0] ?? null) : null);
}

function sourceCures({ code }: Told, { asset, hasSource }: Failed): Cure[] {
  if (WORDS.has(code)) return [{ type: 'words', again: !REFUSED.has(code) }];
  const { source } = asset;
  if (code === 'ASSETGEN_MODEL' && source.type === 'v1') {
    const { model } = source;
    const act = 'Change the model';
    return [ofAsset({ key: 'model', label: 'Model', act, now: model, next: model })];
  }
  if (code === 'ASSETGEN_PORTRAIT') {
    const [key, label, act] = ['requirePortrait', 'Portraits only', 'Take any image'];
    return [ofAsset({ key, label, act, now: true, next: false, choices: [false] })];
  }
  if (code !== 'ASSETGEN_CONTENT' && code !== 'ASSETGEN_INPUT') return [];
  const file = fileOf(asset);
  if (file !== null) return [file];
  return hasSource && code === 'ASSETGEN_CONTENT' ? [{ type: 'words', again: true }] : [];
}

/** The file of the project that it is made from. */
function fileOf({ source }: Asset): FieldCure | null {
  const key = source.type === 'local' ? 'source' : source.type === 'image' ? 'image' : null;
  if (key === null || !('input' in source) || source.input.type !== 'file') return null;
  const { given } = source.input;
  return ofAsset({ key, label: 'Image', act: 'Change the image', now: given, next: given });
}

function ofAsset(
  field: Pick<FieldCure, 'key' | 'label' | 'act' | 'now' | 'next'> &
    Partial<Pick<FieldCure, 'choices'>>,
): FieldCure {
  return { type: 'field', output: null, choices: null, ...field };
}
