import type { Total } from './total-of.ts';

/** Everything that the page and its handler say to each other. Types and constants only. */

/** The path of the page, in a dev server and in `assetgen ui`. */
export const MOUNT = '/__assetgen/';

/** The header that carries the page's own token. */
export const TOKEN_HEADER = 'x-assetgen-token';

/**
 * The query parameter that says which project the page shows. A server that was started on the same port for another
 * project answers 410 to it: nothing is shown or bought there that was meant for this one.
 */
export const PROJECT_PARAM = 'project';

/** The name of the meta element that holds it. */
export const PROJECT_META = 'assetgen-project';

/** Below {@link MOUNT}. All are GETs that change nothing, but for the last three. */
export const PATHS = {
  project: 'api/project',
  /** `?name=props/dragon` */
  asset: 'api/asset',
  balance: 'api/balance',
  events: 'api/events',
  /** `content/<64 hex digits>` */
  content: 'content/',
  /** `model/<64 hex digits>`: a GLB as the page can show it, with textures that a browser decodes. */
  model: 'model/',
  /** `thumbnail/<64 hex digits>` */
  thumbnail: 'thumbnail/',
  action: 'api/action',
  /** `?name=ann.png`, a POST of the bytes of an image: writes it beside the manifest. */
  reference: 'api/reference',
  /** A POST that changes nothing: the price of many assets together. */
  quote: 'api/quote',
} as const;

export const KINDS = ['model', 'image', 'video', 'chibi'] as const;
export type Kind = (typeof KINDS)[number];

/**
 * ready: all outputs exist and are up to date. changed: the manifest is newer than the outputs.
 * missing: nothing was made yet. failed: the last run failed, or a limit of "expect" is broken.
 * blocked: a submission in doubt waits for a decision, or the model does not exist.
 */
export type State = 'ready' | 'changed' | 'missing' | 'failed' | 'blocked';

export const STATES: readonly State[] = ['ready', 'changed', 'missing', 'failed', 'blocked'];

/** Points; `max` null: not known before the first purchase of its sort. */
export interface Price {
  readonly min: number;
  readonly max: number | null;
}

/** Something to look at, by the digest of its bytes. */
export interface Preview {
  readonly type: 'image' | 'model' | 'video';
  /** 64 hex digits. */
  readonly digest: string;
  /** A draft: free. */
  readonly draft: boolean;
  /** Pixels, where they are known. */
  readonly width?: number;
  readonly height?: number;
  /** Of a model: the same with the fewest bytes, to be turned in a card. */
  readonly orbit?: string;
  /** A data URL of a very small picture. */
  readonly placeholder?: string;
}

export type ReviewState = 'approved' | 'rejected' | 'needs-work';

/** What a person decided about an asset. */
export interface ReviewMessage {
  readonly state: ReviewState;
  readonly by: string;
  /** ISO 8601. */
  readonly at: string;
  /** null: none was given. */
  readonly note: string | null;
  /** False: its files are others than those that were looked at. */
  readonly isCurrent: boolean;
}

/** One asset in the grid. */
export interface AssetSummary {
  readonly name: string;
  readonly kind: Kind;
  /** Path of its manifest, from the root. */
  readonly manifest: string;
  readonly state: State;
  /** Why it is not up to date; empty when it is. */
  readonly reason: string;
  /** What it is made from, in words: the prompt, a style, the names of its inputs. */
  readonly prompt: string;
  readonly preview: Preview | null;
  /** Why the picture does not show the prompt: it is a stand-in; null where it is none. */
  readonly standIn: string | null;
  /** null: nobody decided about it. */
  readonly review: ReviewMessage | null;
  readonly frozen: boolean;
  /** Points charged for the entries of the lock. */
  readonly spent: Total;
  /** What making it up to date costs. */
  readonly price: Price;
  /** Variants that are there. */
  readonly variantCount: number;
  readonly outputs: number;
  /** Of all outputs. */
  readonly bytes: number;
  /** In a copy that compares: its change since then. */
  readonly change?: 'added' | 'changed';
  /** In a copy that compares: its earlier picture; null where its bytes are not on the machine that copied. */
  readonly before?: Preview | null;
}

/** Why nothing can be changed or bought from the page; null where everything can. */
export type Refusal = null | { readonly why: string; readonly hint: string };

export interface ProjectMessage {
  /** The name of the project's folder. */
  readonly title: string;
  readonly prefix: string;
  readonly assets: readonly AssetSummary[];
  /** What making everything up to date costs. */
  readonly price: Price;
  /** A hash of what all assets ask for: see {@link Action}. */
  readonly asks: string;
  /** Frozen: neither the manifest nor the lock is changed. */
  readonly readOnly: Refusal;
  /** No service: nothing can be bought, drafts can be made. */
  readonly noService: Refusal;
  /** The embedded service: every price is nothing, and nothing was ever spent. */
  readonly free: boolean;
  readonly run: RunMessage | null;
  /** null: a handler answers. Else this is a static copy, in which nothing can be changed. */
  readonly copy: CopyMessage | null;
}

/** Of a static copy of the gallery. */
export interface CopyMessage {
  /** When it was made, ISO 8601. */
  readonly at: string;
  /** What it shows, in one line: `12 assets, 40 points spent`. */
  readonly summary: string;
  /** What it was compared with, as it was given; null: it shows all assets. */
  readonly since: string | null;
  /** Names of the assets that were there then and are no more. */
  readonly removed: readonly string[];
}

/** A variant, or a member of a batch. */
export interface VariantMessage {
  /** From 1. */
  readonly number: number;
  readonly uuid: string | null;
  readonly status: 'done' | 'failed';
  /** null: failed, or its bytes are not on this machine. */
  readonly preview: Preview | null;
  readonly bytes: number | null;
  readonly picked: boolean;
}

export interface OutputMessage {
  readonly name: string;
  readonly format: string;
  /** What was asked for: `webp, 640 px wide, quality 60`. */
  readonly step: string;
  /** null where it was not made yet. */
  readonly bytes: number | null;
  /** 64 hex digits; null where it was not made yet. */
  readonly digest: string | null;
  readonly draft: boolean;
  /** Why it is not up to date; empty when it is. */
  readonly reason: string;
  readonly public: string | null;
  readonly width?: number;
  readonly height?: number;
  readonly triangles?: number;
  readonly vertices?: number;
  readonly materials?: number;
  readonly textures?: number;
  /** On a graphics card, with mipmaps. Unit: bytes. */
  readonly gpuBytes?: number;
  readonly drawCalls?: number;
  /** Each texture in words: its roles, size and format. */
  readonly maps?: readonly string[];
  /** It is a shape for a physics engine: to be laid over a model. */
  readonly collider?: true;
  readonly animations?: readonly string[];
  /** Seconds. */
  readonly duration?: number;
  readonly placeholder?: string;
}

/** What was bought for an asset, now or before. */
export interface RevisionMessage {
  /** The manifest's revision, where it is known. */
  readonly revision: number | null;
  readonly current: boolean;
  /** Where it is known from; `record`: the project's own list of purchases. */
  readonly source: 'lock' | 'cache' | 'record' | 'git';
  /** The fingerprint of its recipe: 64 hex digits. */
  readonly recipe: string;
  /** What it was made from; null where that is not known. */
  readonly prompt: string | null;
  /** When it was bought, ISO 8601; null where that is not known. */
  readonly at: string | null;
  /** Whether it can be used again for nothing. */
  readonly usable: boolean;
  /** The commit that last had it; null where none did, or the lock has it now. */
  readonly commit: {
    readonly hash: string;
    readonly date: string;
    readonly subject: string;
  } | null;
  readonly points: Total;
  readonly variants: readonly VariantMessage[];
}

export interface ProblemMessage {
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
}

/** What a field of a manifest holds; null: it is not there. */
export type FieldValue = string | number | boolean | null;

/** A field of the manifest; with another value the asset can succeed. */
export interface FieldCure {
  readonly type: 'field';
  /** A file of the asset: the field is one of the output that makes it. null: it is one of the asset. */
  readonly output: string | null;
  /** As the manifest writes it: `expect.maxBytes`, `textures.maxSize`. Empty: the whole output. */
  readonly key: string;
  readonly label: string;
  /** What the button says: `Change the limit`. */
  readonly act: string;
  readonly now: FieldValue;
  /** A value with which it can succeed; null: the field, or the output, is taken out. */
  readonly next: FieldValue;
  /** Values to choose from, `next` among them; null: any of its type. */
  readonly choices: readonly FieldValue[] | null;
}

/** The change that lets a failed asset succeed. */
export type Cure =
  | FieldCure
  /** The prompt; or the same asked for once more, where that is bought again. */
  /** @param again whether the same words may go better when they are asked for once more */
  | { readonly type: 'words'; readonly again: boolean };

export interface CurableProblem extends ProblemMessage {
  readonly cures: readonly Cure[];
  /** The same again can only fail again. */
  readonly isFinal: boolean;
}

/** Everything of one asset. */
export interface AssetMessage extends AssetSummary {
  readonly declared: {
    /** From the root. */
    readonly file: string;
    readonly line: number;
    /** The entry as it stands in the manifest, comments too; null where the manifest is a module. */
    readonly text: string | null;
  };
  /** The prompt in the manifest; null where there is none to edit. */
  readonly editablePrompt: string | null;
  /** Parameters with every default filled in. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
  /** Assets that it takes in. */
  readonly inputs: readonly string[];
  readonly imports: readonly (readonly [what: string, line: string])[];
  readonly members: readonly string[];
  readonly files: readonly OutputMessage[];
  readonly variants: readonly VariantMessage[];
  /** From 1. */
  readonly pick: number;
  readonly revision: number;
  readonly prices: {
    readonly generate: Price;
    /** null where there is nothing to ask for again. */
    readonly reroll: Price | null;
    readonly pick: Price;
    /** One more variant; null where there can be no more. */
    readonly another: Price | null;
  };
  /** A hash of what it asks for, with its dependencies: see {@link Action}. */
  readonly asks: string;
  /** A hash of its files, as a decision is about them. */
  readonly made: string;
  readonly revisions: readonly RevisionMessage[];
  /** Why git's history is missing; null where it is there. */
  readonly gitHistory: string | null;
  readonly problems: readonly CurableProblem[];
  /** In a copy that compares: the outputs that it had. */
  readonly beforeFiles?: readonly OutputMessage[];
  /** In a copy that compares: other words that it was made from. */
  readonly beforePrompt?: string;
}

export interface BalanceMessage {
  /** null: not known. */
  readonly points: number | null;
  /** Why it is not known, or that it does not matter. */
  readonly note: string;
}

/** A run under way. */
export interface RunMessage {
  /** Who began it. */
  readonly by: 'page' | 'server';
  readonly mode: 'draft' | 'generate' | 'frozen';
  readonly done: number;
  readonly pending: number;
  /** Assets under way, with their current step. */
  readonly active: Readonly<Record<string, ProgressMessage>>;
  /** What the service took so far in this run. */
  readonly spent: Total;
}

export interface ProgressMessage {
  /** `submitting`, `processing`, `downloading`, `waits 3 s: …` */
  readonly text: string;
  /** 0 to 100; null where nobody knows. */
  readonly percent: number | null;
}

/** What a server-sent event holds, as JSON. */
export type LiveEvent =
  | { readonly type: 'run'; readonly run: RunMessage | null }
  | {
      /** What is different in the list. */
      readonly type: 'assets';
      readonly changed: readonly AssetSummary[];
      readonly removed: readonly string[];
      readonly price: Price;
      readonly asks: string;
    }
  /** The list could not be read: a mistake in the manifest or the config. */
  | { readonly type: 'broken'; readonly problem: ProblemMessage }
  /** The list can be read again, or another one stands in its place: ask for it. */
  | { readonly type: 'reload' }
  | { readonly type: 'warning'; readonly problem: ProblemMessage }
  | {
      readonly type: 'done';
      readonly ok: boolean;
      /** null: not all of them are known. */
      readonly points: number | null;
      /** Those that are. */
      readonly knownPoints: number;
      readonly problems: readonly (ProblemMessage & { readonly asset: string | null })[];
    };

/**
 * What changes or spends. `points` is the most that the page showed it would cost (null: that it does
 * not know), and `asks` the hash of what it showed would be asked for (a request that comes from elsewhere leaves it out); where
 * it costs more by now, or asks for something else, nothing is done.
 */
export type Action =
  | {
      readonly type: 'pick';
      readonly asset: string;
      readonly pick: number;
      readonly points: number | null;
      readonly asks?: string | undefined;
    }
  | {
      /** `another`: one more variant. */
      readonly type: 'reroll' | 'another';
      readonly asset: string;
      readonly points: number | null;
      readonly asks?: string | undefined;
    }
  | {
      readonly type: 'generate';
      /** null: everything that is not up to date. */
      readonly asset: string | null;
      readonly points: number | null;
      readonly asks?: string | undefined;
    }
  /** Drafts of everything that is missing. */
  | { readonly type: 'draft' }
  /** What was bought before, once more: nothing is bought. `recipe` is of a `RevisionMessage`. */
  | {
      readonly type: 'use';
      readonly asset: string;
      readonly recipe: string;
      readonly pick: number | null;
    }
  /** What a person decided; `state` null takes the decision away. */
  | {
      readonly type: 'review';
      readonly assets: readonly string[];
      readonly state: ReviewState | null;
      readonly note: string;
      /** Of one asset: the hash of the files that the page showed; where it has others by now, nothing is done. */
      readonly made?: string | undefined;
    }
  /** The same for many assets, by one change. */
  | {
      readonly type: 'many';
      readonly what: ManyAction;
      readonly assets: readonly string[];
      readonly points: number | null;
      readonly asks?: string | undefined;
      /** Of `words`: the text to replace in each prompt (empty: its end), and the new text. */
      readonly find: string;
      readonly put: string;
    }
  /** Takes back a change by its number; null: the newest. Nothing is bought. */
  | { readonly type: 'undo'; readonly change: number | null }
  | { readonly type: 'redo' }
  /** `before`: the prompt that the page showed; where the manifest has another by now, nothing is done. */
  | {
      readonly type: 'edit';
      readonly asset: string;
      readonly prompt: string;
      readonly before: string;
    }
  /** A new asset. `references`: as a {@link ReferenceAnswer} gives them. */
  | {
      readonly type: 'add';
      readonly asset: string;
      readonly kind: Kind;
      readonly prompt: string;
      readonly style: string;
      readonly references: readonly string[];
    }
  | { readonly type: 'duplicate'; readonly asset: string; readonly name: string }
  | { readonly type: 'rename'; readonly asset: string; readonly name: string }
  | { readonly type: 'remove'; readonly asset: string }
  /** Opens the manifest in the editor of this machine, where the asset stands. */
  | { readonly type: 'open'; readonly asset: string }
  /** Sets a field of the asset, or of one of its outputs, as a {@link FieldCure} names it. Nothing is bought. */
  | {
      readonly type: 'set';
      readonly asset: string;
      readonly output: string | null;
      readonly key: string;
      readonly value: FieldValue;
    }
  /** Ends the run that the page began; submitted jobs stay billed, and the next run resumes them. */
  | { readonly type: 'stop' };

export const MANY_ACTIONS = ['generate', 'reroll', 'freeze', 'unfreeze', 'words'] as const;
export type ManyAction = (typeof MANY_ACTIONS)[number];

/** What an action for many assets would cost. */
export interface QuoteMessage {
  readonly price: Price;
  /** See {@link Action}. */
  readonly asks: string;
  /** Assets that it does something for. */
  readonly count: number;
}

/** What an action wrote into the files of the project. */
export interface ChangeMessage {
  /** Its number, for undo. */
  readonly id: number;
  /** In words. */
  readonly text: string;
  readonly what: 'change' | 'undo' | 'redo';
  /** The asset that has another name with it; null: none has. */
  readonly renamed: { readonly from: string; readonly to: string } | null;
}

/** What became of an image that was given: `path` as an entry of the manifest names it. */
export type ReferenceAnswer =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly problem: ProblemMessage };

/** `runs`: whether it began a run, which events tell of. */
export type ActionAnswer =
  | { readonly ok: true; readonly runs: boolean; readonly change: ChangeMessage | null }
  | { readonly ok: false; readonly problem: ProblemMessage };
