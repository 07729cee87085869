import type { MeshQuality } from '@assetgen/client';
import { singular } from '../subjects/singular.ts';
import { styleOf } from '../subjects/styles.ts';
import { kindWords } from '../subjects/find-subjects.ts';
import { phrasesOf, subjectOf } from '../subjects/understand.ts';
import { finishModel } from './finish-model.ts';
import { modelFromImage } from './image/model-from-image.ts';
import { makeRelief } from './relief/make-relief.ts';
import { reliefOf } from './relief/relief-of.ts';
import { form } from './things/form.ts';
import { thingFor } from './things/catalogue.ts';
import { placed } from './shape/part.ts';
import { createKit } from './things/kit.ts';
import { readPrompt } from './words/read-prompt.ts';

/** Text to 3D, and image to 3D where `image` is given. */
export interface ModelSpec {
  /** Empty for image to 3D. */
  readonly prompt: string;
  /** Faces asked for; held within 5 % unless `draft`. */
  readonly faces: number;
  readonly pbr: boolean;
  /** No texture and no PBR output. */
  readonly meshOnly: boolean;
  /** Decides every random choice; differs from variant to variant. */
  readonly seed: string;
  /** PNG, JPEG, WebP or another image that sharp reads. */
  readonly image?: Uint8Array;
  readonly enhance: boolean;
  /** A light, visibly marked result, at once. */
  readonly draft: boolean;
  readonly quality: MeshQuality;
}

/**
 * Text or an image to a GLB. The same spec gives the same bytes on every Node version.
 *
 * @param texture side of the textures of a model from text. Unit: pixels. @default 2048, or 256 in a draft
 */
export async function makeModel(spec: ModelSpec, texture?: number): Promise<Uint8Array> {
  const order = {
    faces: spec.faces,
    pbr: spec.pbr,
    meshOnly: spec.meshOnly,
    draft: spec.draft,
    ...(texture === undefined ? {} : { texture }),
  };
  if (spec.image) {
    const image = { ...order, name: 'image', metres: 1, extras: {} };
    return modelFromImage(spec.image, image, spec.enhance);
  }
  const subject = subjectOf(phrasesOf(spec.prompt));
  const style = styleOf(spec.prompt);
  // Blocks are made of a drawing: a modelled thing is not on their grid.
  const drawn = style === 'voxel' || style === 'pixel art';
  const thing = subject === undefined ? form : drawn ? undefined : thingFor(subject.word);
  const last = subject?.word.split(' ').at(-1);
  const isLast = (word: string): boolean => last !== undefined && isWord(word, last);
  const read = readPrompt(spec.prompt, isLast, subject && kindWords(subject));
  // In the singular, and without a slip: "three pigs" are of the breed "pig".
  const wish = { ...read, words: new Set([...read.words, ...(subject?.word.split(' ') ?? [])]) };
  const seed = `${spec.seed}/${spec.prompt}`;
  // Not the prompt: a model goes to the visitors of a page.
  const extras = {};
  if (subject !== undefined && thing === undefined) {
    const metres = wish.metres ?? wish.scale;
    const made = { ...order, name: subject.word, metres, extras, facets: style === 'low-poly' };
    return makeRelief(await reliefOf(subject.glyph, wish, seed, drawn), made);
  }
  const known = thing ?? form;
  const kit = createKit(wish, seed);
  const parts = known.build(kit);
  return finishModel(known.rigid ? parts : placed(parts, { scale: kit.proportions }), {
    name: known.name,
    ...order,
    facets: style === 'low-poly',
    metres: wish.metres ?? known.metres * wish.scale,
    extras,
  });
}

function isWord(word: string, noun: string): boolean {
  return word === noun || singular(word) === noun;
}
