import path from 'node:path';
import { AssetgenError } from '@assetgen/client/errors';
import { MODEL_PRESETS, importName, newEntry } from '@assetgen/core';
import type { EntryChange, ProjectTools } from '@assetgen/core';
import { changeWithTypes } from '../change-with-types.ts';
import type { Command, CommandContext } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { FORMATS, KINDS } from '../kinds.ts';
import { listOption } from '../list-option.ts';
import { numberOption } from '../number-option.ts';
import { openQuietly } from '../open.ts';
import { fileLink } from '../render/link.ts';

export const add: Command = {
  summary: 'Declare an asset in the manifest; `assetgen remove` undoes it',
  usage: 'NAME [PROMPT]',
  positionals: [1, 2],
  options: {
    kind: {
      type: 'string',
      value: 'KIND',
      offer: ['model', 'image', 'video'],
      help: 'model, image or video (default: by the extension of NAME)',
    },
    output: {
      type: 'string',
      value: 'FORMAT',
      offer: FORMATS,
      multiple: true,
      help: 'glb, webp, mp4, … (repeatable, or comma-separated; default: by NAME or kind)',
    },
    width: { type: 'string', value: 'N', help: 'Width of each output in pixels; images only' },
    preset: {
      type: 'string',
      value: 'NAME',
      offer: MODEL_PRESETS,
      help: 'Size of a GLB: web, mobile or hero (default: web)',
    },
    file: {
      type: 'string',
      value: 'FILE',
      offer: 'files',
      help: 'The manifest (default: the first one)',
    },
    copy: {
      type: 'string',
      value: 'ASSET',
      offer: 'assets',
      help: 'Copy the manifest entry of this asset, with PROMPT in place of its prompt if given',
    },
    entry: {
      type: 'string',
      value: 'JSON',
      help: 'The whole manifest entry, instead of a prompt and the other options',
    },
  },
  examples: [
    'assetgen add banner.webp "misty mountains at dawn" --width 1280',
    'assetgen add props/lamp "a brass desk lamp" --kind model',
    'assetgen add intro "waves, from above" --kind video --output mp4,webm',
    'assetgen add props/red-lamp "a red desk lamp" --copy props/lamp',
    `assetgen add skyline --entry '{"kind":"image","prompt":"misty mountains"}'`,
  ],
  async run(context) {
    const { added, prefix } = await openQuietly(context, async (project) => {
      const change = await changeWithTypes(project, () => write(context, project));
      return { added: change, prefix: (await project.settings()).prefix };
    });
    if (context.json) {
      context.out(JSON.stringify(added));
      return EXIT.done;
    }
    const { asset: name } = added;
    context.out(`${fileLink(path.resolve(context.root, added.file), added.file)}: added ${name}.`);
    context.out(`  import ${importName(name)} from '${prefix}/${name}';`);
    context.out(`Next: \`assetgen plan\` shows the price; \`assetgen remove ${name}\` undoes it.`);
    return EXIT.done;
  },
};

/** Writes what the arguments describe. */
function write(context: CommandContext, project: ProjectTools): Promise<EntryChange> {
  const { copy, file, entry } = context.options;
  if (typeof copy !== 'string') {
    const described = declared(context);
    const into = typeof file === 'string' ? file : undefined;
    return project.add(described.name, described.entry, into);
  }
  const others = ['kind', 'output', 'width', 'preset', 'file'].filter(
    (name) => context.options[name] !== undefined,
  );
  if (entry !== undefined || others.length > 0) {
    const [found = 'entry'] = others;
    throw usage(`--copy takes the other asset as it is: expected no --${found} beside it`);
  }
  const [name = '', prompt] = context.positionals;
  return project.duplicate(copy, name, prompt === undefined ? {} : { prompt });
}

/** The asset that the arguments describe. */
function declared({ positionals, options }: CommandContext): { name: string; entry: object } {
  const [given = '', prompt] = positionals;
  if (typeof options['entry'] === 'string') {
    return { name: given, entry: parseEntry(options['entry'], prompt) };
  }
  if (prompt === undefined || prompt.trim() === '') {
    throw usage('expected a prompt after the name, found none', `assetgen add ${given} "…"`);
  }
  const extension = /\.([a-z\d]+)$/i.exec(given)?.[1] ?? '';
  const meant = KINDS[extension.toLowerCase()];
  const name = meant === undefined ? given : given.slice(0, -extension.length - 1);
  const formats = listOption(options, 'output');
  const kind = kindOf(options['kind'], meant?.[0] ?? KINDS[formats[0] ?? '']?.[0]);
  const entry = newEntry({ kind, prompt, ...outputs(kind, formats, meant?.[1], options) });
  return { name, entry };
}

function kindOf(given: unknown, meant: string | undefined): 'model' | 'image' | 'video' {
  const kind = given ?? meant;
  if (kind === 'model' || kind === 'image' || kind === 'video') return kind;
  throw usage(
    `--kind: expected model, image or video, found ${kind === undefined ? 'none' : JSON.stringify(kind)}`,
    'Or name a file: assetgen add hero.webp "…"',
  );
}

/** `outputs` of the entry; nothing where the manifest's default says it all. */
function outputs(
  kind: string,
  given: readonly string[],
  meant: string | undefined,
  options: CommandContext['options'],
): { outputs?: readonly object[] } {
  const width = numberOption(options, 'width', { min: 1, whole: true });
  const { preset } = options;
  const named = given.map((each) => KINDS[each]?.[1] ?? each);
  const formats = named.length > 0 ? named : meant === undefined ? [] : [meant];
  const standard = kind === 'model' ? 'glb' : kind === 'image' ? 'webp' : 'mp4';
  const isStandard = formats.length === 0 && width === undefined;
  if (isStandard && preset === undefined) return {};
  return {
    outputs: (formats.length === 0 ? [standard] : formats).map((format) => ({
      format,
      // The preset for a web page is the right size of a model by default.
      ...(format === 'glb' || preset !== undefined ? { preset: preset ?? 'web' } : {}),
      ...(width === undefined ? {} : { width }),
    })),
  };
}

function parseEntry(text: string, prompt: string | undefined): object {
  if (prompt !== undefined) throw usage('--entry contains the prompt: expected no second one');
  let entry: unknown;
  try {
    entry = JSON.parse(text);
  } catch {
    entry = null;
  }
  if (typeof entry === 'object' && entry !== null && !Array.isArray(entry)) return entry;
  throw usage(`--entry: expected an object of JSON, found ${JSON.stringify(text)}`);
}

function usage(message: string, hint?: string): AssetgenError {
  return new AssetgenError(
    'ASSETGEN_USAGE',
    `assetgen add: ${message}`,
    hint === undefined ? {} : { hint },
  );
}
