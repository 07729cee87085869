/** What the command exits with. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  frozen: 3,
  points: 4,
  ambiguous: 5,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

const BY_CODE: Readonly<Record<string, ExitCode>> = {
  ASSETGEN_USAGE: EXIT.usage,
  ASSETGEN_PNP: EXIT.usage,
  ASSETGEN_CONFIG: EXIT.usage,
  ASSETGEN_BUNDLER: EXIT.usage,
  ASSETGEN_MANIFEST: EXIT.usage,
  ASSETGEN_NO_MANIFEST: EXIT.usage,
  ASSETGEN_LOCK: EXIT.usage,
  ASSETGEN_PEER: EXIT.usage,
  ASSETGEN_REMOTE_PACKAGE: EXIT.usage,
  ASSETGEN_SIGNING_KEY: EXIT.usage,
  ASSETGEN_NO_SERVICE: EXIT.usage,
  ASSETGEN_KEY: EXIT.usage,
  ASSETGEN_DRAFTS: EXIT.usage,
  ASSETGEN_TRUST: EXIT.usage,
  ASSETGEN_MODEL: EXIT.usage,
  ASSETGEN_STALE_PLAN: EXIT.usage,
  ASSETGEN_SERVICE_OPTIONS: EXIT.usage,
  ASSETGEN_FAULTS: EXIT.usage,
  ASSETGEN_FROZEN: EXIT.frozen,
  ASSETGEN_BUDGET: EXIT.points,
  ASSETGEN_POINTS: EXIT.points,
  ASSETGEN_DECLINED: EXIT.points,
  ASSETGEN_AMBIGUOUS: EXIT.ambiguous,
  ASSETGEN_INTERRUPTED: EXIT.interrupted,
};

/** From the mildest to the one that most needs a person. */
const ORDER: readonly ExitCode[] = [
  EXIT.failed,
  EXIT.usage,
  EXIT.frozen,
  EXIT.points,
  EXIT.ambiguous,
  EXIT.interrupted,
];

/** The exit code of errors that came together: the one that most needs a person. */
export function exitCodeOf(codes: readonly string[]): ExitCode {
  let worst: ExitCode = EXIT.done;
  for (const code of codes) {
    const exit = BY_CODE[code] ?? EXIT.failed;
    if (ORDER.indexOf(exit) > ORDER.indexOf(worst)) worst = exit;
  }
  return worst;
}
