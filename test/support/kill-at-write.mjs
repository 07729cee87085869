// Loaded before a program: ends it by SIGKILL before the n-th write of its disk, n in KILL_AT_WRITE. A write is that of
// a line, or of a file beside the one that it is to replace, or the rename that replaces it.
import { syncBuiltinESMExports } from 'node:module';
import fs from 'node:fs';
import fsp from 'node:fs/promises';

const last = Number(process.env.KILL_AT_WRITE);
let writes = 0;

function count() {
  writes += 1;
  if (writes === last) process.kill(process.pid, 'SIGKILL');
}

const { rename, open } = fsp;
fsp.rename = async (...args) => {
  count();
  return rename(...args);
};
fsp.open = async (...args) => {
  const handle = await open(...args);
  const write = handle.writeFile.bind(handle);
  handle.writeFile = async (...given) => {
    count();
    return write(...given);
  };
  return handle;
};
const { openSync, renameSync, writeFileSync } = fs;
/** Files that are to replace one of the project: others come and go with every command. */
const meant = new Set();
fs.openSync = (file, ...args) => {
  const descriptor = openSync(file, ...args);
  if (/assets\.gen\.[^/\\]*\.tmp$/.test(String(file))) meant.add(descriptor);
  return descriptor;
};
fs.writeFileSync = (file, ...args) => {
  if (meant.delete(file)) count();
  return writeFileSync(file, ...args);
};
fs.renameSync = (from, to) => {
  if (/assets\.gen\.[^/\\]*$/.test(String(to))) count();
  return renameSync(from, to);
};
syncBuiltinESMExports();
