// Loaded before a program: below the folder in REFUSED_BELOW the file system knows none of the calls in REFUSED_CALLS
// (`chmod,link`), as drives that Windows formatted, or that another machine has.
import fs from 'node:fs';
import fsp from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

const below = process.env.REFUSED_BELOW;
const refused = process.env.REFUSED_CALLS.split(',');

/** @param {string | number} target a path, or a file that is open */
function isBelow(target) {
  return String(typeof target === 'number' ? pathOf(target) : target).startsWith(below);
}

function pathOf(descriptor) {
  return fs.readlinkSync(`/proc/self/fd/${descriptor}`);
}

function refusal(call) {
  const error = new Error(`EPERM: operation not permitted, ${call}`);
  return Object.assign(error, { code: 'EPERM', errno: -1, syscall: call });
}

/** @param {string} call @param {number} at which of its arguments is written */
function refuse(call, at) {
  const { [call]: later, [`${call}Sync`]: now } = fs;
  fs[`${call}Sync`] = (...args) => {
    if (isBelow(args[at])) throw refusal(call);
    return now(...args);
  };
  fs[call] = (...args) => {
    if (isBelow(args[at])) process.nextTick(args.at(-1), refusal(call));
    else later(...args);
  };
  const { [call]: promised } = fsp;
  if (promised === undefined) return;
  fsp[call] = async (...args) => {
    if (isBelow(args[at])) throw refusal(call);
    return promised(...args);
  };
}

if (refused.includes('chmod')) {
  refuse('chmod', 0);
  refuse('fchmod', 0);
  // It sets the permissions of the copy.
  refuse('copyFile', 1);
}
if (refused.includes('link')) refuse('link', 1);
syncBuiltinESMExports();
