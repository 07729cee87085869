import type { ModelDescriptor } from '@assetgen/client';
import { AssetgenError } from '@assetgen/client/errors';
import { nearest } from '@assetgen/core';
import type { Command } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { withClient } from '../open.ts';
import { printTable } from '../render/table.ts';

const MODALITIES = ['image', 'video', '3dmodel'];

export const models: Command = {
  summary: 'List the models that this key may use, with their capabilities',
  usage: '',
  positionals: [0, 0],
  options: {
    modality: {
      type: 'string',
      value: 'NAME',
      offer: MODALITIES,
      help: 'Only image, video or 3dmodel',
    },
  },
  examples: ['assetgen models', 'assetgen models --modality image --json'],
  async run(context) {
    const all = await withClient(context, (client) =>
      client.listModels({ signal: context.signal }),
    );
    const modality = modalityOf(context.options['modality'], all);
    const list = all.filter((model) => modality === undefined || model.modality === modality);
    if (context.json) {
      context.out(JSON.stringify({ models: list }));
      return EXIT.done;
    }
    const head = ['MODEL', 'MODALITY', 'CAPABILITIES AND MODES'];
    // A line for each: together they are wider than a terminal.
    const rows = list.flatMap((model) => [
      [model.id, model.modality, capabilities(model)],
      ...[...inLines(model.modes), ...atOnce(model)].map((line) => ['', '', line]),
    ]);
    for (const line of printTable(head, rows)) context.out(line);
    if (list.length === 0) context.err('No model.');
    return EXIT.done;
  },
};

/** @throws AssetgenError `ASSETGEN_USAGE` for one that neither the interface nor the service has */
function modalityOf(given: unknown, all: readonly ModelDescriptor[]): string | undefined {
  if (typeof given !== 'string') return undefined;
  const known = new Set<string>([...MODALITIES, ...all.map((model) => model.modality)]);
  if (known.has(given)) return given;
  const near = nearest(given, known);
  throw new AssetgenError(
    'ASSETGEN_USAGE',
    `--modality: expected one of ${[...known].join(', ')}, found ${JSON.stringify(given)}`,
    near === null ? {} : { hint: `Did you mean ${near}?` },
  );
}

/** Two modes a line: their names are long. */
function inLines(modes: readonly string[]): string[] {
  return modes.flatMap((_mode, index) =>
    index % 2 === 0 ? [modes.slice(index, index + 2).join(', ')] : [],
  );
}

function capabilities({ capabilities: given }: ModelDescriptor): string {
  const lists = [
    given.resolutions,
    given.aspect_ratios,
    given.mesh_qualities,
    given.output_formats,
    range(given.durations_seconds ?? []),
  ];
  return lists.flatMap((list) => (list?.length ? [list.join(' ')] : [])).join('; ');
}

function atOnce({ capabilities: { max_n: most } }: ModelDescriptor): string[] {
  return most === undefined ? [] : [`at most ${most} at once`];
}

function range(seconds: readonly number[]): string[] {
  return seconds.length === 0 ? [] : [`${Math.min(...seconds)} to ${Math.max(...seconds)} s`];
}
