// One model through our step, from file to file: beside the peer's command.
import { readFileSync, writeFileSync } from 'node:fs';
import { builtModule } from '../../scripts/built-module.mjs';

const { openModel } = await builtModule('packages/core/src/process/model/open-model.ts');

const [from, to, options] = process.argv.slice(2);
const step = { type: 'model', options: JSON.parse(options) };
const { bytes } = await (await openModel(readFileSync(from), [step])).make(step);
writeFileSync(to, bytes);
