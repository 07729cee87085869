/** Why results miss their targets, as far as it is known. The first that fits a result counts. */
const REASONS = [
  {
    bench: 'bundlers',
    name: /^(?:vite|rspack), .*by a plugin/,
    why: 'besides the call for each import, loading the plugin takes 4 ms of CPU, finding that nothing changed 2, and its first calls, which V8 compiles, 5',
  },
  {
    bench: 'bundlers',
    name: /^rspack/,
    why: 'Rspack calls a plugin for each import, from Rust to JavaScript: even with the shortest plugin that works, a build takes 1.2 times as long',
  },
  {
    bench: 'bundlers',
    name: /^esbuild, .*by a plugin/,
    why: 'besides the call for each source, loading the plugin takes 5 ms of CPU, finding that nothing changed 2, and its first calls, which V8 compiles, 5',
  },
  {
    bench: 'bundlers',
    name: /^esbuild/,
    why: 'esbuild is another process, and only a plugin that reads each source finds `new URL()`: even with the shortest such plugin, a build takes 1.2 to 1.3 times as long',
  },
  {
    bench: 'bundlers',
    name: /other modules/,
    why: 'the plugin takes some 10 ms of CPU: 4 to 5 to load its files, of which an empty file takes 0.5 to 2, 2 to find that nothing changed, and the rest for its first calls, which V8 compiles',
  },
  {
    bench: 'bundlers',
    name: /^webpack, 1000 x/,
    why: 'webpack takes as long for its own imports: two medians of one build on different days differ by 3 %, more than what is missing',
  },
  {
    bench: 'cold',
    name: /requests a minute/,
    why: 'the length of the rate window is unknown until the first one ends, and some polls come before the job is done',
  },
  {
    bench: 'cold',
    name: /^64 jobs of/,
    why: 'besides the job, the command takes 0.3 s until its first create, a job is found done up to 0.1 s after its end, and the pictures that end together take 0.2 s of two cores',
  },
  {
    bench: 'cold',
    name: /jobs of (?:.* s|a service that answers at once)$/,
    why: 'each job takes three requests (the create has its own connection), six disk syncs and a picture that is decoded and encoded: the shortest program that does as much takes 5 ms of CPU for it, the command 9',
  },
  {
    bench: 'cold',
    name: /memory/,
    why: 'less than 100 MB are in use; the rest is garbage that V8 has not collected yet',
  },
  {
    bench: 'cold',
    name: /as safe$/,
    why: 'the shortest program works in one process: the command hands each picture to a worker process, checks the answers, and plans each asset again before it buys',
  },
  {
    bench: 'cold',
    name: /against the shortest program$/,
    why: 'the shortest program knows the duration of a job, keeps no journal, and makes no outputs',
  },
  {
    bench: 'components',
    name: /^the model \(its defaults\)/,
    why: "the peer's default is Draco, which makes the smaller file",
  },
  {
    bench: 'components',
    name: /^code shipped/,
    why: "three.js's own meshopt decoder is 2.1 KB larger, packed, than the older copy in three-stdlib, which the peer takes",
  },
  {
    bench: 'components',
    name: /^first frame/,
    why: 'on either side, where the model is not there when the canvas first renders, React shows it 300 ms after the fallback at the earliest, so that a few milliseconds decide about 300',
  },
  {
    bench: 'dev-start',
    name: /./,
    why: 'loading the plugin and its first look, which reads two small files and the stamps of some twenty more, take 8 to 12 ms of CPU, where a start takes 190 to 290 ms',
  },
  {
    bench: 'images',
    name: / sizes(?:$|, against two loops|, one core$|: speed-up)/,
    why: "beside the image library's 4.2 s of CPU, the command takes 0.8 s: its start, and the copies and digests of the sources in the cache",
  },
  {
    bench: 'models',
    name: /^geometry alone.*(?:time|memory)$/,
    why: 'glTF-Transform and meshoptimizer take 100 ms of CPU and 24 MB to load, quantising runs in JavaScript, which gltfpack does in WebAssembly, and ours keeps normals within the error, gltfpack positions alone: that takes 0.4 of 1.0 s',
  },
  {
    bench: 'models',
    name: /^five LODs.*same libraries/,
    why: 'the shortest program simplifies by positions alone and lets the errors of its levels add up: ours keeps normals and texture coordinates within the error too, which takes 1.2 of its 3.1 s, and measures bounds for 0.15 s',
  },
  {
    bench: 'models',
    name: /^five LODs/,
    why: 'reading, welding, textures and the level of a half are shared: simplifying the levels takes 1.3 of 3.1 s, and each is quantised, compressed and written by itself',
  },
  {
    bench: 'models',
    name: /^a thumbnail/,
    why: 'it is drawn without a GPU: decoding the model and rasterising it once, without light, texture and shadows, takes 0.4 of its CPU time, reading its textures and encoding the picture, on other threads, 0.3',
  },
  {
    bench: 'models',
    name: /UASTC: time/,
    why: 'the encoder is the same code as WebAssembly, without the wider SIMD instructions of the native one',
  },
  { bench: 'models', name: /ETC1S: size/, why: 'the container is a few bytes larger' },
  {
    bench: 'plan',
    name: /memory/,
    why: 'the shortest program that comes to the same plan of 10,000 locked assets holds 138 MB, more than the command: text and values of the lock must be in memory together',
  },
  {
    bench: 'plan',
    name: /^plan of/,
    why: 'the shortest program that comes to the same plan knows only the keys of this benchmark and takes 2 (new) and 5 (locked) times a bare start of Node, 1.3 times for 1,000 assets; the command also loads the planner with the schema, reads the config and keeps the plan (0.7 of a bare start), and makes objects that can tell each mistake with its place',
  },
  {
    bench: 'remote',
    name: /^fill/,
    why: 'besides the request, each blob is hashed, written under a temporary name and renamed; the bare loop does none of this',
  },
  {
    bench: 'warm',
    name: /bare start/,
    why: 'an empty ES module takes 1.2 bare starts, and the first import of `node:fs` by one 0.06: the rest is five files of ours, which V8 compiles anew, and 0.2 for settings, stamps and the line that is printed',
  },
];

/** @returns {string} a clause; says so where no reason is known */
export function whyMissed({ bench, name }) {
  const known = REASONS.find((each) => each.bench === bench && each.name.test(name));
  return known?.why ?? 'the reason is not known yet';
}
