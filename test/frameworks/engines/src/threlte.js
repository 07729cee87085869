import { mount } from 'svelte';
import { run } from './facts.js';
import Stage from './Stage.svelte';

void run(async () => {
  mount(Stage, { target: document.getElementById('app') });
  return { isMounted: true };
});
