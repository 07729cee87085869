/** A phrase that a reader has to parse twice, or a second name for a thing that has one. */
export interface BannedWord {
  /** Matched without regard to case; a space matches any white space. */
  readonly pattern: RegExp;
  /** What to write instead. */
  readonly instead: string;
}

/** `docs` and messages have one glossary: docs/reference/glossary.md. */
export const BANNED_WORDS: readonly BannedWord[] = [
  {
    pattern: /\b(?:is|are|was|were|be|been|and) told\b/,
    instead: '"is reported", "shows", or who says it',
  },
  { pattern: /\bnot told\b/, instead: '"unknown" or "not reported"' },
  {
    pattern: /\bte(?:lls?|lling|old) (?:all|both|each|every) of (?:it|them)\b/,
    instead: '"reports"',
  },
  { pattern: /\blet(?:s|ting)? (?:it |them )?go\b/, instead: '"delete", "free" or "release"' },
  { pattern: /\bbeliev(?:e|es|ed|ing)\b/, instead: '"trust"' },
  { pattern: /\bcandidates?\b/, instead: '"variant"' },
  { pattern: /\bfeeders?\b/, instead: '"dependency"' },
  {
    pattern: /\bfeeds? (?:another|an asset|each other|it|them)\b/,
    instead: '"is an input of", "dependency"',
  },
  {
    pattern: /\b(?:in a circle|circles? of (?:assets|imports|dependencies))\b/,
    instead: '"cycle"',
  },
  { pattern: /\b(?:its|the|an|another|file) endings?\b/, instead: '"extension"' },
  {
    pattern:
      /\bstands? (?:already|at|before|behind|below|beside|between|for the|here|in|there|where|with)\b/,
    instead: '"is"',
  },
  { pattern: /\banew\b/, instead: '"again"' },
  { pattern: /\bonce more\b/, instead: '"again"' },
  { pattern: /\bof ours\b/, instead: '"our" or "of assetgen"' },
  {
    pattern: /(?<!\bthere )\bis no (?!longer\b|more\b)/,
    instead: '"is not a"',
  },
  { pattern: /\bis none of\b/, instead: '"is not one of"' },
  { pattern: /\bof them \d+ ?%/, instead: '"N % of them"' },
  { pattern: /(?<![-/])\bfilms?\b(?!-)/, instead: '"video"' },
  {
    pattern: /\b(?:([a-z]{3,})(?: \1){2,}|(an|and|are|for|in|is|it|of|or|the|to) \2)\b/,
    instead: 'the word once',
  },
  { pattern: /\b(?:is|are) said\b/, instead: 'who says it, or nothing' },
  { pattern: /\bhowever (?:many|much)\b/, instead: '"any number of"' },
  { pattern: /\bof what (?:came|comes|is|was|made)\b/, instead: 'the thing itself' },
  { pattern: /\bwent bad|gone bad\b/, instead: '"corrupt"' },
  { pattern: /\bgo(?:es|ing)? on\b/, instead: '"continue"' },
  { pattern: /\bmend(?:ed|s)?\b/, instead: '"fix"' },
  { pattern: /\bas it came\b/, instead: '"as downloaded"' },
  { pattern: /\ba bug of\b/, instead: '"a bug in"' },
  { pattern: /\bwhich \w+ is whose\b/, instead: '"cannot be matched"' },
  { pattern: /\bwhoever\b/, instead: '"anyone", "no one", or the thing that does it' },
  {
    pattern:
      /(?:^|[.;!?] )(?:what|who|whoever|whatever) [^.?!:;|]{3,70}? (?:is|are|was|were|has|have|stays?|goes|costs?|may|can|must|does|needs|gets|takes|comes|wins|fails) /,
    instead: 'a noun or "you" as the subject, not a clause',
  },
  { pattern: /\bwaited for\b/, instead: '"waits for" with its subject' },
  {
    pattern: /\basked for (?:again|it|them)\b/,
    instead: '"requested" or "polled"',
  },
  {
    pattern: /\b(?:is|are) (?:had|got) (?:again|by|from)\b/,
    instead: '"fetched", "downloaded"',
  },
];
