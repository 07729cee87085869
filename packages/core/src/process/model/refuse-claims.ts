import { AssetgenError } from '@assetgen/client/errors';
import { countClaims } from './count-claims.ts';
import type { ModelClaims } from './count-claims.ts';
import { jsonDepth } from './json-depth.ts';

/** What a GLB may claim: something at once, something for each of its bytes, and no more than a most. */
interface Budget {
  readonly what: string;
  readonly least: number;
  /** For each byte of the file. */
  readonly each: number;
  readonly most: number;
}

const MILLION = 1_000_000;

/**
 * Beside each, what it lets pass. Draco and meshopt pack numbers to a fiftieth; writers let many
 * primitives share one list of vertices, and many nodes one mesh.
 */
const BUDGETS: Readonly<Record<keyof ModelClaims, Budget>> = {
  things: { what: 'things in its lists', least: 50_000, each: 1 / 64, most: 4 * MILLION },
  // Each is compared with each.
  materials: { what: 'materials', least: 2_000, each: 1e-4, most: 20_000 },
  textures: { what: 'textures', least: 2_000, each: 1e-4, most: 20_000 },
  unpacked: { what: 'bytes of geometry', least: 32 * MILLION, each: 100, most: 2 ** 31 },
  images: { what: 'bytes of images', least: 16 * MILLION, each: 2, most: 2 ** 31 },
  vertices: { what: 'vertices of primitives', least: 6 * MILLION, each: 4, most: 500 * MILLION },
  drawn: { what: 'vertices in its scene', least: 6 * MILLION, each: 4, most: 1000 * MILLION },
  keyframes: { what: 'keyframes', least: 4 * MILLION, each: 4, most: 500 * MILLION },
  joints: { what: 'joints of skins', least: MILLION, each: 1, most: 100 * MILLION },
  depth: { what: 'nodes within each other', least: 512, each: 0, most: 512 },
  steps: { what: 'steps through its tree', least: 4 * MILLION, each: 1, most: 100 * MILLION },
  // Hundreds of scenes may share a node; a scene that names one thousands of times is a trap.
  repeats: {
    what: 'pairs of references to one node',
    least: 4 * MILLION,
    each: 1,
    most: 100 * MILLION,
  },
};

/** Arrays and objects of JSON within each other. glTF itself has no ten. */
const MAX_JSON_DEPTH = 128;

/**
 * Holds what a GLB claims against what it is, before a reader makes room for it: the lengths in
 * its header and chunks (glTF 2.0, section 4.4), and what its JSON says, which sparse, shared or
 * compressed data need not back with bytes.
 * @throws AssetgenError `ASSETGEN_CONTENT` with the number and the limit
 */
export function refuseClaims(source: Uint8Array): void {
  const view = new DataView(source.buffer, source.byteOffset, source.byteLength);
  if (source.length < 20 || view.getUint32(0, true) !== 0x46546c67) {
    throw new AssetgenError('ASSETGEN_CONTENT', 'expected a GLB, found other bytes');
  }
  const claimed = view.getUint32(8, true);
  const jsonBytes = view.getUint32(12, true);
  if (claimed > source.length || jsonBytes > source.length - 20) {
    const most = Math.max(claimed, jsonBytes);
    throw tooMuch(`found a file of ${source.length} bytes that claims ${most}`);
  }
  const json = source.subarray(20, 20 + jsonBytes);
  const depth = jsonDepth(json, MAX_JSON_DEPTH);
  if (depth > MAX_JSON_DEPTH) {
    throw tooMuch(`found JSON more than ${MAX_JSON_DEPTH} levels deep`);
  }
  // Behind the JSON stand the eight bytes of the binary chunk's own head.
  const claims = countClaims(parsed(json), source.subarray(20 + jsonBytes + 8));
  for (const [name, budget] of Object.entries(BUDGETS) as [keyof ModelClaims, Budget][]) {
    const limit = Math.min(budget.most, Math.floor(budget.least + source.length * budget.each));
    if (claims[name] <= limit) continue;
    const found = claims[name] === Infinity ? 'endless' : claims[name];
    throw tooMuch(
      `found a file of ${source.length} bytes that claims ${found} ${budget.what}; the limit is ${limit}`,
    );
  }
}

/** The reader tells what is wrong with JSON that is none. */
function parsed(json: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(json)) as unknown;
  } catch {
    return null;
  }
}

function tooMuch(found: string): AssetgenError {
  return new AssetgenError('ASSETGEN_CONTENT', `expected a GLB within its limits, ${found}`);
}
