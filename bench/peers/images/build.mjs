// A build by a peer: node build.mjs imagetools|assetpack FOLDER. Its sources are FOLDER/in/*.png.
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [peer, folder] = process.argv.slice(2);
const names = readdirSync(join(folder, 'in')).sort();

if (peer === 'imagetools') {
  const [{ build }, { imagetools }] = await Promise.all([
    import('vite'),
    import('vite-imagetools'),
  ]);
  const imports = names.map((name, index) => {
    const source = `./in/${name}`;
    return `import a${index} from '${source}?w=320;640;1024&format=webp&quality=80&effort=4&withoutEnlargement';
import b${index} from '${source}?w=640&format=avif&quality=55&effort=2';
console.log(a${index}, b${index});`;
  });
  writeFileSync(join(folder, 'entry.js'), imports.join('\n'));
  await build({
    root: folder,
    logLevel: 'warn',
    configFile: false,
    build: {
      outDir: 'out-imagetools',
      assetsInlineLimit: 0,
      minify: false,
      rollupOptions: { input: join(folder, 'entry.js') },
    },
    plugins: [imagetools({ cache: { enabled: false } })],
  });
} else {
  const [{ AssetPack }, { compress }] = await Promise.all([
    import('@assetpack/core'),
    import('@assetpack/core/image'),
  ]);
  const pack = new AssetPack({
    entry: join(folder, 'in'),
    output: join(folder, 'out-assetpack'),
    cache: false,
    logLevel: 'error',
    pipes: [compress({ png: false, jpg: false, webp: { quality: 80, effort: 4 }, avif: false })],
  });
  await pack.run();
}
process.exit(0);
