import { openStage } from './stage.js';
import './style.css';

/** Each import is a chunk of its own: what nobody looks at is not loaded. */
const TREASURES = {
  crown: () => import('@gen/crown'),
  sword: () => import('@gen/sword'),
  potion: () => import('@gen/potion'),
};

const facts = document.getElementById('facts');
const buttons = [...document.querySelectorAll('button[data-name]')];
const stage = openStage(document.getElementById('stage'));

async function choose(name) {
  for (const button of buttons) {
    button.setAttribute('aria-pressed', String(button.dataset.name === name));
  }
  const { default: model } = await TREASURES[name]();
  await stage.show(model);
  const size = model.bounds.max.map((most, axis) => most - model.bounds.min[axis]);
  facts.textContent = [
    `${model.triangles.toLocaleString('en')} triangles`,
    `${(model.files[0].bytes / 1000).toFixed(0)} kB`,
    `${size.map((metres) => metres.toFixed(2)).join(' × ')} m`,
  ].join(' · ');
  document.documentElement.dataset.shown = name;
}

for (const button of buttons) {
  button.addEventListener('click', () => choose(button.dataset.name));
}
await choose('crown');
