/** What an asset is by the extension of what it is to give; each format as the manifest has it. */
export const KINDS: Readonly<Record<string, readonly [kind: string, format: string]>> = {
  glb: ['model', 'glb'],
  obj: ['model', 'obj'],
  fbx: ['model', 'fbx'],
  stl: ['model', 'stl'],
  usdz: ['model', 'usdz'],
  blend: ['model', 'blend'],
  webp: ['image', 'webp'],
  avif: ['image', 'avif'],
  png: ['image', 'png'],
  jpg: ['image', 'jpeg'],
  jpeg: ['image', 'jpeg'],
  mp4: ['video', 'mp4'],
  webm: ['video', 'webm'],
};

/** Every format, once. */
export const FORMATS: readonly string[] = [
  ...new Set(Object.values(KINDS).map(([, format]) => format)),
];
