import type { MeshQuality } from '@assetgen/client';
import { finishModel } from './finish-model.ts';
import { modelFromImage } from './image/model-from-image.ts';
import { thingNamed, thingOf } from './things/catalogue.ts';
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

/** Text or an image to a GLB. The same spec gives the same bytes on every Node version. */
export async function makeModel(spec: ModelSpec): Promise<Uint8Array> {
  const order = {
    faces: spec.faces,
    pbr: spec.pbr,
    meshOnly: spec.meshOnly,
    draft: spec.draft,
  };
  if (spec.image) {
    const image = { ...order, name: 'image', metres: 1, extras: {} };
    return modelFromImage(spec.image, image, spec.enhance);
  }
  const wish = readPrompt(spec.prompt, thingNamed);
  const thing = thingOf(wish.thing);
  const kit = createKit(wish, `${spec.seed}/${spec.prompt}`);
  const parts = thing.build(kit);
  return finishModel(thing.rigid ? parts : placed(parts, { scale: kit.proportions }), {
    name: thing.name,
    ...order,
    metres: wish.metres ?? thing.metres * wish.scale,
    extras: { prompt: spec.prompt },
  });
}
