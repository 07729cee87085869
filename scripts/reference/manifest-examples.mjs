// An example for each key of the manifest: entries of an asset as they stand, outputs whole. A test declares every
// one of them (test/docs/examples.test.ts).

const COMMON = {
  variants: { variants: 3 },
  pick: { pick: 2 },
  revision: { revision: 1 },
  frozen: { frozen: true },
  expect: { expect: { maxBytes: 2_000_000 } },
};
const UUID = '6e2f0c1e-4f0f-4c55-9a55-0b6d1f1f9d10';
const PORTRAIT = './art/ann.png';

/** Entries of a whole manifest, by key. */
export const TOP_EXAMPLES = {
  $schema: { $schema: './node_modules/assetgen/assets.gen.schema.json' },
  defaults: { defaults: { image: { aspectRatio: '16:9' } } },
  assets: { assets: { 'props/dragon': { kind: 'model', prompt: 'a small red dragon' } } },
};

/** Entries of an asset, by kind and key. */
export const ASSET_EXAMPLES = {
  model: {
    kind: { kind: 'model' },
    prompt: { prompt: 'a small red dragon, game ready' },
    image: { image: { asset: 'art/knight' } },
    uuid: { uuid: UUID },
    quality: { quality: 'standard' },
    faces: { quality: 'standard', faces: 100_000 },
    pbr: { pbr: false },
    meshOnly: { meshOnly: true },
    enhanceImage: { image: PORTRAIT, enhanceImage: true },
    ...COMMON,
    outputs: { outputs: ['glb', { format: 'glb', preset: 'mobile', suffix: 'phone' }] },
  },
  image: {
    kind: { kind: 'image' },
    prompt: { prompt: 'misty mountains at dawn' },
    model: { model: 'acme/image-2', prompt: 'a castle' },
    modelKey: { modelKey: 'image-2' },
    mode: { model: 'acme/image-2', mode: 'text-to-image' },
    references: { references: ['./art/mood.png', { asset: 'art/knight' }] },
    aspectRatio: { aspectRatio: '16:9' },
    resolution: { model: 'acme/image-2', resolution: '2K' },
    extra: { model: 'acme/image-2', extra: { seed: 7 } },
    source: { source: './art/logo.svg' },
    uuid: { uuid: UUID },
    ...COMMON,
    outputs: { outputs: [{ format: 'avif', width: 640 }, 'png'] },
  },
  video: {
    kind: { kind: 'video' },
    prompt: { prompt: 'a dragon flies over mountains' },
    references: { references: [{ asset: 'art/knight' }] },
    aspectRatio: { aspectRatio: '9:16' },
    duration: { duration: 8 },
    resolution: { resolution: '1080p' },
    uuid: { uuid: UUID },
    ...COMMON,
    outputs: { outputs: ['mp4', { format: 'webp', poster: true }] },
  },
  chibi: {
    kind: { kind: 'chibi' },
    images: { images: [PORTRAIT, './art/ben.png'] },
    style: { style: 'chibi' },
    uuid: { uuid: [UUID] },
    requirePortrait: { requirePortrait: true },
    revision: COMMON.revision,
    frozen: COMMON.frozen,
    expect: COMMON.expect,
    outputs: { outputs: [{ format: 'glb', preset: 'web' }] },
  },
};

const MODEL = {
  format: 'obj',
  suffix: { format: 'glb', preset: 'mobile', suffix: 'phone' },
  public: { format: 'glb', public: 'models/dragon.glb' },
  size: { format: 'stl', size: 120 },
  preset: { format: 'glb', preset: 'web' },
  simplify: { format: 'glb', simplify: 0.2 },
  maxTriangles: { format: 'glb', maxTriangles: 20_000 },
  maxError: { format: 'glb', maxTriangles: 20_000, maxError: 0.03 },
  lods: { format: 'glb', lods: [1, 0.4, 0.08] },
  textures: { format: 'glb', textures: { format: 'webp', maxSize: 1024 } },
  'textures.format': { format: 'glb', textures: { format: 'auto' } },
  'textures.codec': { format: 'glb', textures: { format: 'ktx2', codec: 'etc1s' } },
  'textures.encoder': { format: 'glb', textures: { format: 'ktx2', encoder: 'native' } },
  'textures.maxSize': { format: 'glb', textures: { maxSize: 512 } },
  'textures.maxCount': { format: 'glb', textures: { maxCount: 2 } },
  'textures.quality': { format: 'glb', textures: { format: 'webp', quality: 90 } },
  compress: { format: 'glb', compress: 'meshopt' },
  center: { format: 'glb', center: true },
  ground: { format: 'glb', ground: true },
  scale: { format: 'glb', scale: { height: 1.8 } },
  front: { format: 'glb', front: '-z' },
  up: { format: 'glb', up: '+z', front: '-y' },
  pivot: { format: 'glb', pivot: [0.5, 0, 0] },
  join: { format: 'glb', join: { keep: ['wheel'] } },
  palette: { format: 'glb', palette: true },
  instance: { format: 'glb', instance: true },
  collider: { format: 'json', collider: 'hulls:8' },
  thumbnail: { format: 'webp', thumbnail: true },
  width: { format: 'webp', thumbnail: true, width: 512 },
  height: { format: 'webp', thumbnail: true, width: 512, height: 288 },
  quality: { format: 'jpeg', thumbnail: true, quality: 85 },
  effort: { format: 'avif', thumbnail: true, effort: 3 },
  lossless: { format: 'webp', thumbnail: true, lossless: true },
  background: { format: 'jpeg', thumbnail: true, background: 'studio' },
};

/** Outputs, by kind and key. */
export const OUTPUT_EXAMPLES = {
  model: MODEL,
  image: {
    format: 'webp',
    suffix: { format: 'webp', width: 1280, suffix: 'wide' },
    public: { format: 'png', public: 'icons/logo.png' },
    width: { format: 'avif', width: 640 },
    height: { format: 'avif', height: 400 },
    fit: { format: 'webp', width: 400, height: 400, fit: 'contain' },
    position: { format: 'webp', width: 400, height: 400, position: 'attention' },
    quality: { format: 'webp', quality: 75 },
    effort: { format: 'avif', effort: 3 },
    lossless: { format: 'webp', lossless: true },
    background: { format: 'jpeg', background: '#14161c' },
  },
  video: {
    format: 'mp4',
    suffix: { format: 'webm', codec: 'av1', suffix: 'av1' },
    public: { format: 'mp4', public: 'films/intro.mp4' },
    width: { format: 'mp4', width: 854 },
    height: { format: 'mp4', height: 480 },
    fit: { format: 'webp', poster: true, width: 400, height: 400, fit: 'contain' },
    position: { format: 'webp', poster: true, width: 400, height: 400, position: 'top' },
    quality: { format: 'webm', quality: 60 },
    effort: { format: 'webm', effort: 7 },
    lossless: { format: 'webp', poster: true, lossless: true },
    background: {
      format: 'webp',
      poster: true,
      width: 400,
      height: 400,
      fit: 'contain',
      background: '#000',
    },
    codec: { format: 'webm', codec: 'av1' },
    audio: { format: 'mp4', audio: false },
    poster: { format: 'webp', poster: 2.5 },
  },
  chibi: { ...MODEL, public: { format: 'glb', public: 'models/ann.glb' } },
};

/** Limits, by key. */
export const EXPECT_EXAMPLES = {
  maxBytes: { maxBytes: 2_000_000 },
  maxTriangles: { maxTriangles: 50_000 },
  maxGpuBytes: { maxGpuBytes: 8_000_000 },
  maxDrawCalls: { maxDrawCalls: 4 },
  minWidth: { minWidth: 1024 },
  minHeight: { minHeight: 576 },
  maxDuration: { maxDuration: 10 },
  valid: { valid: false },
};
