// A process that puts blobs: `node put-blobs.mjs <store module> <dir> <seed>...`, one blob a seed.
const [module, dir, ...seeds] = process.argv.slice(2);
const { openBlobStore } = await import(module);
const store = openBlobStore(dir);
for (const seed of seeds) {
  const { digest } = await store.putBytes(Buffer.alloc(300_000, seed));
  if ((await store.read(digest)) === null) throw new Error(`${digest} was not there`);
}
