/** Why results miss their targets, as far as it is known. The first that fits a result counts. */
const REASONS = [
  {
    bench: 'bundlers',
    name: /^rspack, .*by a plugin/,
    why: 'beyond the question for each import there is the start of the plugin, and the look at what decides the build',
  },
  {
    bench: 'bundlers',
    name: /^rspack/,
    why: 'Rspack asks a plugin for each import, from Rust to JavaScript: the shortest plugin that answers takes 1.2 times a build without one',
  },
  {
    bench: 'bundlers',
    name: /^esbuild, .*by a plugin/,
    why: 'beyond the question for each source there is the start of the plugin, and the look at what decides the build',
  },
  {
    bench: 'bundlers',
    name: /^esbuild/,
    why: 'esbuild is another process, and `new URL()` shows only to who reads each source: the shortest plugin that does takes 1.5 times a build without one',
  },
  {
    bench: 'bundlers',
    name: /other modules/,
    why: 'the start of the plugin: 15 to 30 ms of CPU for its code, and for the look at what decides the build',
  },
  {
    bench: 'cold',
    name: /requests a minute/,
    why: 'before the first window ends its length is not known, and some polls come before the job is done',
  },
  {
    bench: 'cold',
    name: /^64 jobs of/,
    why: 'beyond the job there is the start of the command, and that of the processes in which steps run',
  },
  {
    bench: 'cold',
    name: /jobs of .* s$/,
    why: 'each job takes 10 ms of CPU: three requests, of which the create has a connection of its own, five syncs of the disk, and a step',
  },
  {
    bench: 'cold',
    name: /beside$/,
    why: 'the shortest program knows how long a job takes, keeps no journal, and makes no output of what it gets',
  },
  {
    bench: 'components',
    name: /^the model \(its defaults\)/,
    why: "the peer's default is Draco, which makes the smaller file",
  },
  {
    bench: 'models',
    name: /^a thumbnail/,
    why: 'it is drawn without a GPU: half of the time is the rasteriser over 500,000 triangles, once for the picture and once for the shadow, and a sixth the collection of garbage',
  },
  {
    bench: 'models',
    name: /UASTC: time/,
    why: 'the encoder is the same code as WebAssembly, without the wider instructions of the native one',
  },
  { bench: 'models', name: /ETC1S: size/, why: 'a few bytes of the container' },
  {
    bench: 'plan',
    name: /^plan of|^a second plan/,
    why: 'what a plan gave is not kept, as the journal, the index and the files decide it too: each asset is checked, normalised and hashed, and asked for in journal and index: a fifth of the time is the collection of what that leaves, a tenth the questions to the disk',
  },
  {
    bench: 'remote',
    name: /^fill/,
    why: 'beyond the request each blob is hashed, written under a name of its own and renamed, which the bare loop does not',
  },
];

/** @returns {string} a clause; says so where no reason is known */
export function whyMissed({ bench, name }) {
  const known = REASONS.find((each) => each.bench === bench && each.name.test(name));
  return known?.why ?? 'the reason is not known yet';
}
