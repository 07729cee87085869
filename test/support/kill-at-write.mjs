// Loaded before a program: ends it by SIGKILL before the n-th write of its disk, n in KILL_AT_WRITE.
import { syncBuiltinESMExports } from 'node:module';
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
syncBuiltinESMExports();
