import assetgen from '@assetgen/unplugin/bun';

const entry = process.argv[2];
// The smallest file is a large one: what Bun writes for it is replaced by the file itself.
const plugins = [assetgen({ largeFileBytes: 1000 })];
const built = await Bun.build({ entrypoints: [entry], outdir: './dist', plugins }).catch(
  (error) => {
    console.error([error, ...(error.errors ?? [])].map(String).join('\n'));
    process.exit(1);
  },
);
process.exitCode = built.success ? 0 : 1;
