import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promptOf, textureText } from '@assetgen/core';
import type {
  AssetPlan,
  Inspection,
  KnownRevision,
  LockedOutput,
  LockedVariant,
} from '@assetgen/core';
import { declaredText } from './declared.ts';
import { curesOf } from './cure-of.ts';
import { describeStep, importsOf, parametersOf } from './describe.ts';
import type { GitHistory, GitRevision } from './git-history.ts';
import type {
  AssetMessage,
  OutputMessage,
  RevisionMessage,
  VariantMessage,
} from '../shared/messages.ts';
import type { Places } from './preview.ts';
import { variantPreview, hexOf, madeOf, placeOutput } from './preview.ts';
import type { Failures } from './summary.ts';
import { problemsOf, spentOn, summaryOf } from './summary.ts';

/** What was looked at already. */
export interface LookedAt {
  readonly inspection: Inspection;
  readonly places: Places;
  readonly failures: Failures;
}

export interface DetailInput extends LookedAt {
  readonly root: string;
  readonly history: GitHistory;
}

/** Everything of one asset; null where no asset has the name. */
export async function assetMessage(input: DetailInput, name: string): Promise<AssetMessage | null> {
  const plan = input.inspection.plan.assets.find((each) => each.asset.name === name);
  if (plan === undefined) return null;
  const { file } = plan.asset.position;
  const text = isModule(file)
    ? null
    : await readFile(path.resolve(input.root, file), 'utf8').catch(() => null);
  const declared = text === null ? null : declaredText(text, name);
  return describeAsset(input, plan, declared, await input.history.of(name, file));
}

/** The same, of what was read already. @param declared the entry as its manifest has it */
export async function describeAsset(
  input: LookedAt,
  plan: AssetPlan,
  declared: string | null,
  git: Awaited<ReturnType<GitHistory['of']>>,
): Promise<AssetMessage> {
  const { inspection, places, failures } = input;
  const { asset } = plan;
  const { name } = asset;
  const made = madeOf(inspection, name);
  const { file, line } = asset.position;
  const { build, reroll, another, pick } = inspection.prices(name);
  const variants = (made?.entry.variants ?? []).map((variant, index) =>
    variantMessage(input, plan, variant, index, made?.draft ?? false),
  );
  return {
    ...summaryOf(inspection, places, failures, plan),
    declared: { file, line, text: declared },
    editablePrompt: isModule(file) ? null : promptOf(asset),
    parameters: parametersOf(asset),
    inputs: inputNames(plan),
    imports: importsOf(asset, inspection.config.prefix),
    members: asset.kind === 'chibi' ? asset.source.members : [],
    files: plan.outputs.map((each) => outputMessage(input, plan, each)),
    variants,
    pick: asset.pick,
    revision: asset.revision,
    prices: { generate: build, reroll, another, pick },
    asks: inspection.asks([name]),
    made: madeHash(inspection, name),
    revisions: revisionsOf(input, plan, await inspection.revisions(name), git.revisions),
    gitHistory: git.missing,
    problems: problemsOf(inspection, failures, plan).map((problem) => ({
      ...problem,
      ...curesOf(problem, { asset, hasSource: hasSource(input, plan) }),
    })),
  };
}

/** A hash of the files of an asset: for as long as it is the same, so is what a person sees. */
export function madeHash({ lock }: Inspection, name: string): string {
  const outputs = Object.entries(lock.assets[name]?.outputs ?? {});
  const digests = outputs.map(([file, { digest }]) => `${file} ${digest}`).sort();
  return createHash('sha256').update(digests.join('\n')).digest('hex').slice(0, 16);
}

/** Whether what its outputs are made from is on this machine: a file of the project, or what was bought. */
function hasSource({ inspection }: LookedAt, { asset }: AssetPlan): boolean {
  if (asset.source.type === 'local') return true;
  const variants = inspection.lock.assets[asset.name]?.variants ?? [];
  return variants.some((each) => !('failed' in each) && inspection.blob(each.digest) !== null);
}

function isModule(manifest: string): boolean {
  return !/\.jsonc?$/.test(manifest);
}

function variantMessage(
  { inspection, places }: LookedAt,
  { asset }: AssetPlan,
  variant: LockedVariant,
  index: number,
  draft: boolean,
): VariantMessage {
  const failed = 'failed' in variant;
  return {
    number: index + 1,
    uuid: variant.uuid,
    status: failed ? 'failed' : 'done',
    preview: variantPreview(inspection, places, asset, variant, draft),
    bytes: failed ? null : variant.bytes,
    // Behind the figures that are asked for stand those that were.
    picked: asset.kind === 'chibi' ? index < asset.source.members.length : asset.pick === index + 1,
  };
}

function outputMessage(
  { inspection, places }: LookedAt,
  plan: AssetPlan,
  { output, action, reason }: AssetPlan['outputs'][number],
): OutputMessage {
  const { asset } = plan;
  const { name } = output;
  const base = {
    name,
    format: output.format,
    step: describeStep(output),
    public: output.public,
    ...(output.step.type === 'collider' ? { collider: true as const } : {}),
  };
  const locked = inspection.lock.assets[asset.name]?.outputs[name];
  const stands =
    locked !== undefined && placeOutput(inspection, places, name, locked, false) !== null;
  const stand = stands ? undefined : inspection.drafts[asset.name]?.outputs[name];
  if (stand !== undefined) placeOutput(inspection, places, name, stand, true);
  const made = stand ?? locked;
  const isOld = plan.source.type === 'create' && made === locked && made !== undefined;
  const why = isOld ? 'made before the last change' : reason;
  const told = { ...base, draft: stand !== undefined, reason: action === 'none' ? '' : why };
  if (made === undefined) return { ...told, bytes: null, digest: null };
  const digest = stands || stand !== undefined ? hexOf(made.digest) : null;
  return { ...told, bytes: made.bytes, digest, ...factsOf(made) };
}

/** What is known of a file, as its page tells it; what is not known is left out. */
export function factsOf({ meta }: LockedOutput): Partial<OutputMessage> {
  const { width, height, triangles, vertices, materials, textures, animations, duration } = meta;
  const { gpuBytes, drawCalls, maps, placeholder } = meta;
  const sizes = { width, height, triangles, vertices, materials, textures, gpuBytes, drawCalls };
  const facts = { ...sizes, maps: maps?.map(textureText), animations, duration, placeholder };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

/** What the lock, this machine and git know, each purchase once, the newest first. */
function revisionsOf(
  { inspection, places }: LookedAt,
  plan: AssetPlan,
  known: readonly KnownRevision[],
  committed: readonly GitRevision[],
): RevisionMessage[] {
  const { asset } = plan;
  const locked = inspection.lock.assets[asset.name];
  const isJson = !isModule(asset.position.file);
  type Facts = Omit<RevisionMessage, 'points' | 'variants' | 'current' | 'usable'>;
  const messageOf = (
    entry: Pick<KnownRevision, 'jobs' | 'variants'>,
    facts: Facts,
    isHere: boolean,
  ): RevisionMessage => ({
    ...facts,
    current: locked?.recipe === facts.recipe,
    usable: isHere && isJson && !asset.frozen && plan.recipe !== facts.recipe,
    points: spentOn(entry.jobs, inspection),
    variants: entry.variants.map((variant, index) => ({
      number: index + 1,
      uuid: variant.uuid,
      status: 'failed' in variant ? 'failed' : 'done',
      preview: variantPreview(inspection, places, asset, variant, false),
      bytes: 'failed' in variant ? null : variant.bytes,
      picked: false,
    })),
  });
  const listed = new Set<string>(known.map(({ recipe }) => recipe));
  const commits = new Map(committed.map(({ commit, entry }) => [entry.recipe, commit]));
  const result = known.map(({ revision, recipe, source, prompt, at, isHere, ...entry }) => {
    const commit = locked?.recipe === recipe ? null : (commits.get(recipe) ?? null);
    return messageOf(entry, { revision, recipe, source, prompt, at, commit }, isHere);
  });
  // Bought for other words than the manifest has now, before there was a record of purchases.
  if (locked !== undefined && locked.variants.length > 0 && !listed.has(locked.recipe)) {
    listed.add(locked.recipe);
    const committedWith = committed.find(({ entry }) => entry.recipe === locked.recipe);
    const prompt = committedWith?.prompt ?? null;
    const facts = { revision: null, source: 'lock', prompt, at: null, commit: null } as const;
    const isHere = committedWith?.declared != null;
    result.push(messageOf(locked, { ...facts, recipe: locked.recipe }, isHere));
  }
  for (const { commit, entry, prompt, declared } of committed) {
    const { recipe } = entry;
    if (listed.has(recipe) || entry.variants.length === 0) continue;
    listed.add(recipe);
    const facts = { revision: null, recipe, source: 'git', prompt, at: null, commit } as const;
    result.push(messageOf(entry, facts, declared !== null && inspection.knows(recipe)));
  }
  return result;
}

function inputNames({ asset }: AssetPlan): readonly string[] {
  const { source } = asset;
  const inputs =
    'input' in source
      ? [source.input]
      : 'references' in source
        ? source.references
        : 'images' in source
          ? source.images
          : [];
  return inputs.flatMap((input) => (input.type === 'asset' ? [input.name] : []));
}
