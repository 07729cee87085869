import { createHash } from 'node:crypto';
import { frame, unframe } from './frame.ts';
import { parseRecord } from './journal-record.ts';
import type { Damage, JournalRecord } from './journal-record.ts';

/** A journal's text, read. */
export interface JournalText {
  readonly records: readonly JournalRecord[];
  /** null: all that was ever told to be on disk is there. */
  readonly damage: Damage | null;
  /** How many records its seal counts; null where it has none. */
  readonly sealed: number | null;
  /** The number of the next record. */
  readonly next: number;
}

const SEAL_DIGITS = 8;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
/** No version writes records with other members and without a sum. */
const BARE_MEMBERS: ReadonlySet<string> = new Set(
  'state,nonce,asset,operation,balance,code,ids,body,uuids,points,at,groups,reasons'.split(','),
);
const PLANNED = '{"state":"planned",';

/**
 * The first line of a journal. It is written over in place, and always of the same length: how many
 * records are on disk, so that a file that lost its end does not look like one that never had more.
 */
export function sealLine(sealed: number, id: string): string {
  return `${frame({ journal: 2, sealed: String(sealed).padStart(SEAL_DIGITS, '0') }, id)}\n`;
}

/** One record as a line with its number. */
export function recordLine(record: JournalRecord, seq: number, id: string): string {
  return frame({ ...record, seq }, id);
}

/**
 * Reads a journal and finds what is missing in it.
 *
 * Records are numbered, and the seal is written after the record that it counts is on disk. So a
 * line that cannot be read is one of two: torn while it was written, and then neither sealed nor
 * ever acted upon; or damaged, and then its number is missing. Two processes that appended at once
 * may have taken the same number.
 *
 * A journal of an earlier version has no seal, and what was appended to it later neither: there any
 * line that cannot be read is damage, but for the beginning of an intent, which sends nothing.
 * @param id the operation's
 */
export function parseJournal(text: string, id: string): JournalText {
  const sealed = readSeal(text, id);
  const records: JournalRecord[] = [];
  const numbers = new Set<number>();
  const broken: string[] = [];
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (sealed !== null) lines.shift();
  const isUnsealed = sealed === null && isOfEarlierVersion(lines[0], id);
  for (const line of lines) {
    const read = readLine(line, id);
    if (read === null) {
      broken.push(line);
      continue;
    }
    if (read.record !== null) records.push(read.record);
    if (read.seq !== null) numbers.add(read.seq);
  }
  const last = Math.max(-1, ...numbers);
  const next = Math.max(sealed ?? 0, last + 1);
  const missing = Array.from({ length: next }, (_each, seq) => seq).filter(
    (seq) => !numbers.has(seq),
  );
  const isDamaged =
    missing.length > 0 ||
    (sealed === null && (!isUnsealed || broken.some((line) => !isTornIntent(line))));
  return {
    records,
    damage: isDamaged ? describeDamage(broken, missing, sealed !== null || isUnsealed) : null,
    sealed,
    next,
  };
}

function readSeal(text: string, id: string): number | null {
  const end = text.indexOf('\n');
  const line = unframe(text.slice(0, Math.max(0, end)), id);
  if (line.status !== 'whole') return null;
  const { sealed } = JSON.parse(line.text) as { sealed?: unknown };
  return typeof sealed === 'string' && /^[0-9]+$/.test(sealed) ? Number(sealed) : null;
}

/** null: it cannot be read. A record that is null is one of a later version. */
function readLine(
  line: string,
  id: string,
): { readonly record: JournalRecord | null; readonly seq: number | null } | null {
  const unframed = unframe(line, id);
  if (unframed.status === 'broken') return null;
  if (unframed.status === 'bare') {
    const record = parseBare(line);
    return record === null ? null : { record, seq: null };
  }
  const { seq } = JSON.parse(unframed.text) as { seq?: unknown };
  return {
    record: parseRecord(unframed.text),
    seq: typeof seq === 'number' && Number.isSafeInteger(seq) && seq >= 0 ? seq : null,
  };
}

/** Whether a journal begins as those did that had neither seal nor sums. */
function isOfEarlierVersion(first: string | undefined, id: string): boolean {
  return first !== undefined && unframe(first, id).status === 'bare' && parseRecord(first) !== null;
}

/** A record of an earlier version. One that has a member more lost its sum. */
function parseBare(line: string): JournalRecord | null {
  const record = parseRecord(line);
  if (record === null) return null;
  const members = Object.keys(JSON.parse(line) as object);
  return members.every((name) => BARE_MEMBERS.has(name)) ? record : null;
}

/** The beginning of a `planned` that was cut off. */
function isTornIntent(line: string): boolean {
  return PLANNED.startsWith(line.slice(0, PLANNED.length)) && !line.endsWith('}');
}

function describeDamage(
  broken: readonly string[],
  missing: readonly number[],
  hasStart: boolean,
): Damage {
  return {
    nonce: damageNonce([broken, missing, hasStart]),
    ids: [...new Set(broken.flatMap((line) => line.match(UUID) ?? []))],
  };
}

/** The name of a damage: the same for the same facts. */
export function damageNonce(facts: readonly unknown[]): string {
  const hash = createHash('sha256').update(JSON.stringify(facts)).digest('hex');
  return `damaged-${hash.slice(0, 24)}`;
}
