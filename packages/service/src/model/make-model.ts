import type { ModelSpec } from '../generators.ts';
import { finishModel } from './finish-model.ts';
import { modelFromImage } from './image/model-from-image.ts';
import { thingNamed, thingOf } from './things/catalogue.ts';
import { placed } from './shape/part.ts';
import { createKit } from './things/kit.ts';
import { readPrompt } from './words/read-prompt.ts';

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
