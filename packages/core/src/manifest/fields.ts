import path from 'node:path';
import type { JsonPath } from './print-path.ts';
import { printPath } from './print-path.ts';
import { isInside } from '../fs/is-inside.ts';
import type { ImageInput, Position, Problem } from './manifest.ts';
import type { RawObject } from './is-object.ts';
import { isObject } from './is-object.ts';
import type { RawAsset } from './validate-document.ts';

/** The fields of one asset, its kind's defaults beneath, and where each of them stands. */
export class Fields {
  readonly name: string;
  readonly own: RawObject;
  /** Of all assets, in their order. */
  readonly problems: Problem[];
  readonly #asset: RawAsset;
  readonly #defaults: RawObject;
  readonly #root: string;

  /** @param problems takes what is found wrong */
  constructor(asset: RawAsset, defaults: RawObject, root: string, problems: Problem[]) {
    this.problems = problems;
    this.name = asset.name;
    this.own = asset.value;
    this.#asset = asset;
    this.#defaults = defaults;
    this.#root = root;
  }

  /** The value of a checked key, or the fallback where neither asset nor defaults give one. */
  get<T>(key: string, fallback: T): T {
    return (this.own[key] ?? this.#defaults[key] ?? fallback) as T;
  }

  where(...below: JsonPath): Position {
    const inOwn = below.length === 0 || this.own[String(below[0])] !== undefined;
    const inDefaults = !inOwn && this.#defaults[String(below[0])] !== undefined;
    const base = inDefaults ? ['defaults', this.#asset.kind] : ['assets', this.name];
    return this.#asset.document.where([...base, ...below]);
  }

  problem(below: JsonPath, message: string): void {
    const path = printPath(['assets', this.name, ...below]);
    this.problems.push({ position: this.where(...below), path, message });
  }

  /** A text that has to be there. */
  required(key: string): string {
    const value = this.get<string | undefined>(key, undefined);
    if (value === undefined) {
      this.problem([], `expected "${key}", found none`);
      return '';
    }
    return value;
  }

  /** A path relative to the manifest's folder, that stays inside the project's root. */
  file(given: string, below: JsonPath): ImageInput {
    const position = this.where(...below);
    const folder = path.dirname(this.#asset.document.file);
    const absolute = path.resolve(this.#root, folder, given);
    if (path.isAbsolute(given) || !isInside(this.#root, absolute)) {
      this.problem(below, `expected a path inside the project, found ${JSON.stringify(given)}`);
    }
    if (given.includes('\0')) this.problem(below, 'expected a path, found a NUL character');
    return { type: 'file', path: absolute, given, position };
  }

  /** A path, or `{ "asset": NAME }`. */
  input(value: unknown, below: JsonPath): ImageInput {
    if (isObject(value)) {
      return { type: 'asset', name: String(value['asset']), position: this.where(...below) };
    }
    return this.file(String(value), below);
  }

  inputs(key: string): readonly ImageInput[] {
    const given = this.get<unknown[] | null>(key, null);
    return given === null
      ? NO_INPUTS
      : given.map((value, index) => this.input(value, [key, index]));
  }
}

/** One for all: most assets take nothing in. */
const NO_INPUTS: readonly ImageInput[] = [];
