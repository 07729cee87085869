// node prune-of-another-child.mjs STORE BLOB ASKED: prunes a store once, as a user who does not own the blob. When that is
// about to be moved, it writes the file ASKED and waits until its owner has used it. It tells its report.
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { builtModule } from '../../scripts/built-module.mjs';

const { pruneStore } = await builtModule('packages/core/src/store/prune/prune-store.ts');

const [dir, blob, asked] = process.argv.slice(2);
const youngest = Date.now() - 60_000;
const pause = new Int32Array(new SharedArrayBuffer(4));
const report = await pruneStore(dir, {
  isUsed: () => false,
  olderThan: youngest,
  youngest,
  maxBytes: null,
  dryRun: false,
  guard() {
    if (!existsSync(asked)) writeFileSync(asked, '');
    while (existsSync(blob) && statSync(blob).mtimeMs < youngest) Atomics.wait(pause, 0, 0, 5);
  },
});
process.send(report, () => process.disconnect());
