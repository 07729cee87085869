import { Dragon } from '@gen/props/dragon?tres';
import { Figure } from '@gen/figure?tres';
import { Gem } from '@gen/gem?tres';
import { Sky } from '@gen/sky?vue';
import { Waves } from '@gen/waves?vue';
import { TresCanvas } from '@tresjs/core';
import { createApp, h } from 'vue';
import { PerspectiveCamera } from 'three';
import { run } from './facts.js';

const camera = new PerspectiveCamera(50, 3, 0.01, 200);

let group = null;
const keep = (each) => (group = each);

/** What a test reads of each: the level that is shown, and what its props did to all of them. */
globalThis.dragons = () => {
  if (group === null || group.children.length < 3) return undefined;
  return group.children.map((scene) => {
    const [lod] = scene.children;
    const meshes = lod.levels.map(({ object }) => object.getObjectByProperty('isMesh', true));
    return {
      level: lod.getCurrentLevel(),
      order: meshes.map(({ renderOrder }) => renderOrder),
      rough: meshes.map(({ material }) => material.roughness),
    };
  });
};

createApp({
  render: () => [
    h('div', { style: { width: '300px', height: '100px' } }, [
      h(
        TresCanvas,
        { clearColor: '#0000ff', camera, preserveDrawingBuffer: true, antialias: false },
        {
          default: () => [
            h('TresHemisphereLight', { args: [0xffffff, 0x888888, 3] }),
            h('TresGroup', { ref: keep }, [
              h(Dragon, { position: [-1.6, 0, -2.5] }),
              h(Dragon, {
                position: [0, 0, -5],
                nodes: { dragon: { visible: true, renderOrder: 7 } },
                materials: { dragon: { roughness: 0.123 } },
              }),
              h(Dragon, { position: [5, 0, -16] }),
            ]),
            h(Figure, { position: [1, 0.4, -5] }),
            h(Gem, { position: [1, 0.4, -5] }),
            h(Figure.Instances, { at: [[2, 0, -5], { position: [3, 0, -5], scale: 0.5 }] }),
          ],
        },
      ),
    ]),
    h(Sky, { alt: 'sky', sizes: '300px', style: { width: '300px' }, class: 'sky' }),
    h(Waves, { muted: true, class: 'waves' }),
  ],
}).mount('#app');

void run(async () => ({ isMounted: true }));
