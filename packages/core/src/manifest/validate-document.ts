import * as v from 'valibot';
import { isText } from './schema/schema-parts.ts';
import type { FlatIssue } from './schema/flat-issues.ts';
import { flatIssues } from './schema/flat-issues.ts';
import type { JsonDocument } from './parse-document.ts';
import type { JsonPath } from './print-path.ts';
import { printPath } from './print-path.ts';
import { checkName } from './check-name.ts';
import { isObject } from './is-object.ts';
import type { RawObject } from './is-object.ts';
import { nearest } from './nearest.ts';
import { printFound } from './manifest-error.ts';
import {
  KINDS,
  assetEntries,
  assetSchema,
  defaultsSchema,
  knownKeys,
} from './schema/manifest-schema.ts';
import type { AssetKind, Problem } from './manifest.ts';

/** One asset as the manifest has it: every key known and of its type, nothing filled in. */
export interface RawAsset {
  readonly name: string;
  readonly kind: AssetKind;
  readonly value: RawObject;
  readonly document: JsonDocument;
}

export interface RawManifest {
  readonly assets: readonly RawAsset[];
  readonly defaults: Readonly<Partial<Record<AssetKind, RawObject>>>;
  readonly problems: readonly Problem[];
  /** Every name that stands under "assets", those with a wrong entry too. */
  readonly declared: readonly string[];
}

const TOP_KEYS = ['$schema', 'defaults', 'assets'];

/** Checks the shape of a manifest, key by key. Collects every problem; never throws. */
export function validateDocument(document: JsonDocument): RawManifest {
  const problems = [...document.problems];
  const none: RawManifest = { assets: [], defaults: {}, problems, declared: [] };
  if (document.problems.length > 0) return none;
  const problem = (path: JsonPath, message: string, key = false): void => {
    const position = key ? document.whereKey(path) : document.where(path);
    problems.push({ position, path: printPath(path), message });
  };
  const top = document.value;
  if (!isObject(top)) {
    problem([], `expected an object with "assets", found ${printFound(top)}`);
    return none;
  }
  for (const key of Object.keys(top)) {
    if (!TOP_KEYS.includes(key)) problem([key], unknownKey(key, TOP_KEYS), true);
  }
  const schemas = new Map(KINDS.map((kind) => [kind, assetSchema(kind)]));
  const isGood = quickCheck();
  const check = (
    kind: AssetKind,
    base: JsonPath,
    schema: v.GenericSchema,
    value: unknown,
  ): boolean => {
    const result = v.safeParse(schema, value);
    const known = (below: FlatIssue['path']): readonly string[] =>
      knownKeys(kind, below, base[0] === 'defaults');
    for (const flat of flatIssues(result.issues ?? [])) {
      const below = flat.path;
      const path = [...base, ...below];
      if (flat.unknown !== null) {
        // The schema stops at the first unknown key of an object; all of them are told.
        for (const key of Object.keys(flat.unknown)) {
          if (known(below).includes(key)) continue;
          problem([...path.slice(0, -1), key], unknownKey(key, known(below)), true);
        }
      } else problem(path, `expected ${expectedOf(flat)}, found ${printFound(flat.issue.input)}`);
    }
    return result.success;
  };
  const defaults: Partial<Record<AssetKind, RawObject>> = {};
  const rawDefaults = top['defaults'];
  if (isObject(rawDefaults)) {
    for (const [key, value] of Object.entries(rawDefaults)) {
      const kind = KINDS.find((known) => known === key);
      if (kind === undefined) problem(['defaults', key], unknownKey(key, KINDS), true);
      else if (check(kind, ['defaults', key], defaultsSchema(kind), value)) {
        defaults[kind] = value as RawObject;
      }
    }
  } else if (rawDefaults !== undefined) {
    problem(['defaults'], `expected an object, found ${printFound(rawDefaults)}`);
  }
  const assets: RawAsset[] = [];
  const rawAssets = top['assets'];
  if (!isObject(rawAssets)) {
    problem(['assets'], `expected an object of assets, found ${printFound(rawAssets)}`);
    return { assets, defaults, problems, declared: [] };
  }
  const declared = Object.keys(rawAssets);
  declared.forEach((name) => {
    const value = rawAssets[name];
    const wrongName = checkName(name);
    if (wrongName !== null) problem(['assets', name], `the name: ${wrongName}`, true);
    if (!isObject(value)) {
      const message = `expected an object with "kind", found ${printFound(value)}`;
      problem(['assets', name], message);
      return;
    }
    const kind = value['kind'];
    if (!isKind(kind)) {
      const near = typeof kind === 'string' ? nearest(kind, KINDS) : null;
      const message = `expected one of "model", "image", "video", "chibi", found ${printFound(kind)}`;
      problem(
        ['assets', name, 'kind'],
        near === null ? message : `${message}. Did you mean "${near}"?`,
      );
    } else if (
      isGood(kind, value) ||
      check(kind, ['assets', name], schemas.get(kind) ?? assetSchema(kind), value)
    ) {
      assets.push({ name, kind, value, document });
    }
  });
  return { assets, defaults, problems, declared };
}

function isKind(value: unknown): value is AssetKind {
  return (KINDS as readonly unknown[]).includes(value);
}

/**
 * Tells at once of most assets that nothing is wrong: each key that stands there is known, and has a good value
 * by its own schema. The schema of the asset would look for all of its 20 keys. The schema of the asset decides
 * about everything that this one refuses.
 */
function quickCheck(): (kind: AssetKind, value: RawObject) => boolean {
  const keys = new Map(KINDS.map((kind) => [kind, new Map(Object.entries(assetEntries(kind)))]));
  /** Texts of lists of outputs that were good: most assets of a kind ask for the same. */
  const outputs = new Map(KINDS.map((kind) => [kind, new Set<string>()]));

  function areOutputs(kind: AssetKind, schema: v.GenericSchema, value: unknown): boolean {
    const text = JSON.stringify(value);
    const known = outputs.get(kind);
    if (known?.has(text) === true) return true;
    const isGood = v.is(schema, value);
    if (isGood) known?.add(text);
    return isGood;
  }

  return function isGood(kind, value) {
    const schemas = keys.get(kind);
    for (const key in value) {
      // It decided which schemas these are.
      if (key === 'kind') continue;
      const schema = schemas?.get(key);
      if (schema === undefined) return false;
      const each = value[key];
      if (!isGoodValue(kind, key, schema, each)) return false;
    }
    return true;
  };

  function isGoodValue(
    kind: AssetKind,
    key: string,
    schema: v.GenericSchema,
    value: unknown,
  ): boolean {
    // Nearly all have one, and the schema of a text makes objects for each.
    if (key === 'prompt') return isText(value);
    return key === 'outputs' ? areOutputs(kind, schema, value) : v.is(schema, value);
  }
}

/** What a value should have been, as its schema says. */
function expectedOf({ unknown, issue }: FlatIssue): string {
  const missing = issue.type === 'strict_object' && unknown === null && issue.input === undefined;
  return missing || issue.message === '' ? `${issue.expected ?? 'a value'}` : issue.message;
}

function unknownKey(key: string, known: readonly string[]): string {
  const near = nearest(key, known);
  return near === null
    ? `unknown key. Known here: ${known.join(', ')}`
    : `unknown key. Did you mean "${near}"?`;
}
