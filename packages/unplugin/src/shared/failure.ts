import { cleanText, errorAddress } from '@assetgen/core/warm';
import type { Addresses } from '@assetgen/core/warm';
import type { BuildReport, ReportedError, SourcePosition } from '@assetgen/core';

/** What a bundler's terminal or overlay needs of an error of ours or of anyone's. */
export interface Failure {
  readonly code: string | null;
  /** The code, what happened, what to do about it and where to read on, over as many lines as they take. */
  readonly text: string;
  readonly position: SourcePosition | null;
}

/** An asset's entry in a report, as an error that can be thrown. */
export function reportedAsError(reported: ReportedError): Error {
  return Object.assign(new Error(reported.message), {
    name: 'AssetgenError',
    code: reported.code,
    hint: reported.hint ?? undefined,
    position: reported.position,
  });
}

/** null when every asset of the report is well. */
export function reportFailure(
  { ok, errors }: Pick<BuildReport, 'ok' | 'errors'>,
  addresses?: Addresses,
): Failure | null {
  if (ok) return null;
  // Many assets may fail alike: the last of a code says where to read on.
  const last = new Map(errors.map(({ code }, index) => [code, index]));
  const texts = errors.map((error, index) => {
    const given = last.get(error.code) === index ? addresses : {};
    return failureOf(reportedAsError(error), given).text;
  });
  return {
    code: errors[0]?.code ?? null,
    text: texts.join('\n'),
    position: errors.find((error) => error.position)?.position ?? null,
  };
}

/**
 * Any error as it is printed: what it tells of services and files is cleaned here.
 *
 * @param addresses of the documentation. @default those of core
 */
export function failureOf(error: unknown, addresses?: Addresses): Failure {
  if (!(error instanceof Error))
    return { code: null, text: cleanText(String(error)), position: null };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  const hint = 'hint' in error && typeof error.hint === 'string' ? error.hint : null;
  const lines = [code === null ? error.message : `${code}: ${error.message}`];
  if (hint !== null) lines.push(hint);
  if (code !== null) lines.push(...seeCode(code, addresses));
  return { code, text: cleanText(lines.join('\n  ')), position: positionOf(error) };
}

/** `See https://…`: the row of a code of ours; no line if the package names no documentation. */
export function seeCode(code: string, addresses?: Addresses): string[] {
  const address = code.startsWith('ASSETGEN_') ? errorAddress(code, addresses) : null;
  return address === null ? [] : [`See ${address}`];
}

function positionOf(error: Error): SourcePosition | null {
  if (!('position' in error)) return null;
  const position = error.position as Partial<SourcePosition> | null | undefined;
  if (typeof position?.file !== 'string' || typeof position.line !== 'number') return null;
  return { file: position.file, line: position.line, column: position.column ?? 1 };
}
