import { spawn } from 'node:child_process';
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AssetgenError } from '@assetgen/client';

export interface BlendOptions {
  /** Command or path of Blender. @default `ASSETGEN_BLENDER`, then `blender` on the path, then where installers put it */
  readonly blender?: string;
  /** Unit: milliseconds. @default 120000 */
  readonly timeout?: number;
}

/**
 * A Blender file, by a Blender on the machine: no library writes this format. The GLB is imported
 * and saved with its images packed; the scene counts in metres and shows millimetres.
 *
 * @throws {AssetgenError} `ASSETGEN_BLENDER_MISSING` where there is no Blender, `ASSETGEN_BLENDER_FAILED` where it gave no file.
 */
export async function writeBlend(glb: Uint8Array, options: BlendOptions = {}): Promise<Uint8Array> {
  const command = await findBlender(options.blender);
  const folder = await mkdtemp(path.join(tmpdir(), 'assetgen-blend-'));
  try {
    const source = path.join(folder, 'model.glb');
    const target = path.join(folder, 'model.blend');
    const script = path.join(folder, 'convert.py');
    await writeFile(source, glb);
    await writeFile(script, SCRIPT);
    const output = await run(
      command,
      [
        '--background',
        '--factory-startup',
        '--python-exit-code',
        '3',
        '--python',
        script,
        '--',
        source,
        target,
      ],
      options.timeout ?? 120_000,
    );
    return await readFile(target).catch((cause: unknown) => {
      throw new AssetgenError(
        'ASSETGEN_BLENDER_FAILED',
        `Blender wrote no file: ${output.slice(-600)}`,
        {
          hint: 'Blender needs its glTF add-on, and that needs numpy (on Debian: python3-numpy).',
          cause,
        },
      );
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Older add-ons use names that newer versions of numpy dropped. */
const SCRIPT = `import sys
try:
    import numpy
    for name, kind in (("bool", bool), ("int", int), ("float", float), ("object", object)):
        if name not in numpy.__dict__:
            setattr(numpy, name, kind)
except ImportError:
    pass
import bpy
source, target = sys.argv[sys.argv.index("--") + 1:]
bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.ops.import_scene.gltf(filepath=source)
bpy.context.scene.unit_settings.system = "METRIC"
bpy.context.scene.unit_settings.length_unit = "MILLIMETERS"
bpy.ops.file.pack_all()
bpy.ops.wm.save_as_mainfile(filepath=target, compress=True)
`;

/** Where installers put it when it is not on the path. */
const USUAL_PLACES = [
  '/Applications/Blender.app/Contents/MacOS/Blender',
  '/snap/bin/blender',
  '/usr/local/bin/blender',
];

async function findBlender(asked: string | undefined): Promise<string> {
  const named = asked ?? (process.env.ASSETGEN_BLENDER || undefined);
  const name = process.platform === 'win32' ? 'blender.exe' : 'blender';
  const onPath = (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => path.join(folder, name));
  const programs = named === undefined ? [...onPath, ...USUAL_PLACES] : [named];
  for (const program of programs) {
    const there = await access(program).then(
      () => true,
      () => false,
    );
    if (there) return program;
  }
  throw new AssetgenError(
    'ASSETGEN_BLENDER_MISSING',
    named === undefined
      ? 'The blend format needs Blender, and there is none on this machine.'
      : `The blend format needs Blender, and there is none at ${named}.`,
    {
      hint: 'Install Blender 3.3 or newer (https://www.blender.org/download, or "apt install blender python3-numpy"), or set ASSETGEN_BLENDER to its path.',
    },
  );
}

async function run(command: string, args: readonly string[], timeout: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout,
      killSignal: 'SIGKILL',
    });
    let output = '';
    const collect = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-4000);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (cause) =>
      reject(
        new AssetgenError(
          'ASSETGEN_BLENDER_FAILED',
          `Blender could not be started: ${cause.message}`,
          { hint: 'Set ASSETGEN_BLENDER to a Blender that runs.', cause },
        ),
      ),
    );
    child.on('close', () => resolve(output));
  });
}
