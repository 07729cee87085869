import path from 'node:path';
import type { AssetgenError } from '@assetgen/client/errors';
import type { Asset } from '../../manifest/manifest.ts';
import type { Mode } from '../../config/assetgen-options.ts';
import type { BuildReport, ReportedError } from './build-report.ts';

type Counter = 'generated' | 'converted' | 'downloaded' | 'cached' | 'drafted';

/** Counts what a run does. */
export class Report {
  readonly #mode: Mode;
  readonly #isFree: boolean;
  readonly #counts: Record<Counter, number> = {
    generated: 0,
    converted: 0,
    downloaded: 0,
    cached: 0,
    drafted: 0,
  };
  readonly #errors: ReportedError[] = [];
  #points = 0;
  #untold = 0;

  /** @param isFree whether the embedded service is asked */
  constructor(mode: Mode, isFree: boolean) {
    this.#mode = mode;
    this.#isFree = isFree;
  }

  get hasFailed(): boolean {
    return this.#errors.length > 0;
  }

  get errors(): readonly ReportedError[] {
    return this.#errors;
  }

  count(what: Counter, by = 1): void {
    this.#counts[what] += by;
  }

  /** A charge; null: the service did not tell. */
  charge(points: number | null): void {
    if (points === null) this.#untold += 1;
    else this.#points += points;
  }

  fail(asset: Asset, error: AssetgenError, root: string): void {
    const { file, line, column } = asset.position;
    this.#errors.push({
      code: error.code,
      asset: asset.name,
      message: error.message,
      hint: error.hint ?? null,
      position: { file: path.resolve(root, file), line, column },
    });
  }

  /** Something that is of the project, and of no asset alone. */
  failProject({ code, message, hint }: AssetgenError): void {
    this.#errors.push({ code, asset: null, message, hint: hint ?? null });
  }

  finish(assets: number, outputs: number, durationMs: number): BuildReport {
    const names = this.#errors.flatMap(({ asset }) => (asset === null ? [] : [asset]));
    const failed = new Set(names).size;
    return {
      ok: this.#errors.length === 0,
      mode: this.#mode,
      assets,
      outputs,
      ...this.#counts,
      failed,
      points: this.#untold === 0 ? this.#points : null,
      knownPoints: this.#points,
      free: this.#isFree,
      durationMs: Math.round(durationMs),
      errors: [...this.#errors].sort((a, b) => ((a.asset ?? '') < (b.asset ?? '') ? -1 : 1)),
    };
  }
}
