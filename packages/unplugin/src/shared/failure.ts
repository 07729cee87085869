import { cleanText } from '@assetgen/core/warm';
import type { BuildReport, ReportedError, SourcePosition } from '@assetgen/core';

/** What a bundler's terminal or overlay needs of an error of ours or of anyone's. */
export interface Failure {
  readonly code: string | null;
  /** The code, what happened and what to do about it, over as many lines as they take. */
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
export function reportFailure(report: BuildReport): Failure | null {
  const [first] = report.errors;
  if (report.ok) return null;
  return {
    code: first?.code ?? null,
    text: report.errors.map((error) => failureOf(reportedAsError(error)).text).join('\n'),
    position: report.errors.find((error) => error.position)?.position ?? null,
  };
}

/** Any error as it is printed: what it tells of services and files is cleaned here. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof Error))
    return { code: null, text: cleanText(String(error)), position: null };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  const hint = 'hint' in error && typeof error.hint === 'string' ? error.hint : null;
  const lines = [code === null ? error.message : `${code}: ${error.message}`];
  if (hint !== null) lines.push(hint);
  return { code, text: cleanText(lines.join('\n  ')), position: positionOf(error) };
}

function positionOf(error: Error): SourcePosition | null {
  if (!('position' in error)) return null;
  const position = error.position as Partial<SourcePosition> | null | undefined;
  if (typeof position?.file !== 'string' || typeof position.line !== 'number') return null;
  return { file: position.file, line: position.line, column: position.column ?? 1 };
}
