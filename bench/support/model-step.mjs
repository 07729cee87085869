// One model through our step, from file to file: beside the peer's command.
import { readFileSync, writeFileSync } from 'node:fs';
import { openModel } from '../../packages/core/dist/process/model/open-model.js';

const [from, to, options] = process.argv.slice(2);
const step = { type: 'model', options: JSON.parse(options) };
const { bytes } = await (await openModel(readFileSync(from), [step])).make(step);
writeFileSync(to, bytes);
