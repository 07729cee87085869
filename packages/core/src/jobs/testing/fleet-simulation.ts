import { AmbiguousError, RateLimitError, UnreachableError, createClient } from '@assetgen/client';
import { isAssetgenError } from '@assetgen/client/errors';
import type { Clock } from '../../ports.ts';
import type { EnginePorts } from '../engine-ports.ts';
import { parseRecords } from '../journal/journal-record.ts';
import type { Journal } from '../journal/journal.ts';
import { resolveEnginePorts } from '../resolve-engine-ports.ts';
import type { Outbox, Untold } from '../submit/outbox.ts';
import type { RecordCodec } from '../submit/record-codec.ts';
import { shareSubmissions } from '../submit/share-submissions.ts';
import type { SharedJournal } from '../submit/shared-journal.ts';
import { submitOnce } from '../submit/submit-once.ts';
import { fakeClock } from './fake-clock.ts';
import type { FakeClock } from './fake-clock.ts';
import { FleetPlace } from './fleet-place.ts';
import type { Caller, Weather } from './fleet-place.ts';
import { memoryJournal } from './memory-journal.ts';
import { seeded } from './seeded.ts';

export interface FleetOptions {
  readonly seed: number;
  readonly machines: number;
  /** It goes on, with new recipes, until so many questions were asked and creates sent. */
  readonly steps: number;
}

/** What came of a fleet's life. */
export interface FleetOutcome {
  readonly steps: number;
  readonly recipes: number;
  readonly creates: number;
  /** Recipes that were paid for more than once. */
  readonly twice: number;
  /** Recipes that stop somebody in the end, as nobody can know what became of their create. */
  readonly doubts: number;
  /** Doubts that a machine could have settled. */
  readonly settleable: number;
  /** Machines that were given another job than others for one recipe. */
  readonly mixedUp: number;
  /** What was done to it. */
  readonly faults: number;
}

/** A time in which something is not as it should be. Unit: milliseconds. */
interface Spell {
  readonly from: number;
  readonly to: number;
  readonly weather: Weather;
}

const ROUND_MS = 120_000;
/** Machines that want the same recipe. */
const WANTED_BY = 6;
const RECIPES_EACH = 2;

const CODEC: RecordCodec = {
  name: (id) => id,
  write: (_id, record) => JSON.stringify(record),
  read: (_id, line) => parseRecords(line)[0] ?? { state: 'unreadable' },
};

/** A machine's disk, clock and ways, which outlive each of its processes. */
interface Machine {
  readonly journal: Journal;
  readonly outbox: Outbox;
  /** What its clock is off. Unit: milliseconds. */
  readonly skewMs: number;
  readonly wants: readonly string[];
  spells: readonly Spell[];
  /** When it stands still. */
  stops: readonly Spell[];
}

/** A process of a machine: it stands still with it, and may be killed. */
class Process implements Caller {
  readonly clock: Clock;
  readonly #machine: Machine;
  readonly #real: FakeClock;
  #isGone = false;

  constructor(machine: Machine, real: FakeClock) {
    this.#machine = machine;
    this.#real = real;
    this.clock = {
      now: () => real.now() + machine.skewMs,
      sleep: async (ms, options) => {
        await real.sleep(ms, options);
        await this.goOn();
      },
    };
  }

  kill(): void {
    this.#isGone = true;
  }

  weather(now: number): Weather {
    return spellAt(this.#machine.spells, now)?.weather ?? 'well';
  }

  runs(now: number): boolean {
    return !this.#isGone && spellAt(this.#machine.stops, now) === null;
  }

  async goOn(): Promise<void> {
    const now = this.#real.now();
    const stop = spellAt(this.#machine.stops, now);
    if (stop !== null) await this.#real.sleep(stop.to - now);
    if (this.#isGone) await new Promise<never>(() => undefined);
  }
}

/**
 * The life of a fleet over a model of the place that it has in common: machines that want the same recipes at
 * the same time, while the place goes away and comes back, its answers are lost, ways to it are cut, machines
 * stand still or are killed and begin again, clocks are days off, and the service refuses, cannot be reached or
 * loses its answer. The code of the pipeline decides. No outage is as long as a machine's patience: so nobody
 * may buy alone.
 */
export async function simulateFleet(options: FleetOptions): Promise<FleetOutcome> {
  const fleet = new Fleet(options.seed, options.machines);
  while (fleet.steps < options.steps) await fleet.round();
  return fleet.outcome();
}

class Fleet {
  readonly #clock = fakeClock(false);
  readonly #random: () => number;
  readonly #place: FleetPlace;
  readonly #count: number;
  /** Creates of each recipe, by the ledger of the service. */
  readonly #ledger = new Map<string, number>();
  readonly #client = createClient({
    apiKey: 'simulated',
    fetch: async () => Response.json({ statusType: 0, message: '', data: { total_points: 1 } }),
  });
  #sent = 0;
  #faults = 0;
  #doubts = 0;
  #settleable = 0;
  #mixedUp = 0;
  #rounds = 0;

  constructor(seed: number, machines: number) {
    this.#random = seeded(seed);
    this.#place = new FleetPlace(this.#clock, this.#random);
    this.#count = machines;
  }

  get steps(): number {
    return this.#place.steps + this.#sent;
  }

  outcome(): FleetOutcome {
    const counts = [...this.#ledger.values()];
    return {
      steps: this.steps,
      recipes: counts.length,
      creates: counts.reduce((sum, count) => sum + count, 0),
      twice: counts.filter((count) => count > 1).length,
      doubts: this.#doubts,
      settleable: this.#settleable,
      mixedUp: this.#mixedUp,
      faults: this.#faults,
    };
  }

  /** New recipes in bad weather; then it clears up, and all look once more. */
  async round(): Promise<void> {
    this.#rounds += 1;
    const outages = this.#spells(14_000, 20_000);
    const machines = Array.from({ length: this.#count }, () => this.#machine(outages));
    await this.#clock.run(Promise.all(machines.map((machine) => this.#live(machine))));
    for (const machine of machines) {
      machine.spells = [];
      machine.stops = [];
    }
    await this.#clock.run(
      Promise.all(machines.map((machine) => this.#process(machine).journal.tellUntold(true))),
    );
    const found = await this.#clock.run(
      Promise.all(machines.map((machine) => this.#lookAgain(machine))),
    );
    await this.#judge(machines, found.flat());
    this.#place.lines.clear();
  }

  /** Bad weather now and then, for less than a machine's patience. */
  #spells(longestMs: number, betweenMs: number): readonly Spell[] {
    const spells: Spell[] = [];
    const start = this.#clock.now();
    for (let at = this.#random() * betweenMs; at < ROUND_MS;) {
      const isShort = this.#random() < 0.5;
      const length = this.#random() * (isShort ? 500 : longestMs);
      const weather = isShort && this.#random() < 0.6 ? 'lost' : 'away';
      spells.push({ from: start + at, to: start + at + length, weather });
      this.#faults += 1;
      at += length + betweenMs * (1 + this.#random());
    }
    return spells;
  }

  #machine(outages: readonly Spell[]): Machine {
    const random = this.#random;
    const start = this.#clock.now();
    const kinds = Math.ceil((this.#count * RECIPES_EACH) / WANTED_BY);
    const recipe = (): string =>
      `${this.#rounds}-${Math.floor(random() * kinds)}`.padStart(64, '0');
    const spell = (longestMs: number): readonly Spell[] => {
      if (random() < 0.7) return [];
      this.#faults += 1;
      const from = start + random() * 60_000;
      return [{ from, to: from + random() * longestMs, weather: 'away' }];
    };
    return {
      journal: memoryJournal(),
      outbox: memoryOutbox(),
      skewMs: random() < 0.1 ? (random() - 0.5) * 4 * 86_400_000 : 0,
      wants: [...new Set(Array.from({ length: RECIPES_EACH }, recipe))],
      spells: [...outages, ...spell(12_000)],
      stops: spell(60_000),
    };
  }

  /** One process after the other, until one has come to an end. */
  async #live(machine: Machine): Promise<void> {
    const random = this.#random;
    await this.#clock.sleep(random() * 30_000);
    while (random() < 0.25) {
      this.#faults += 1;
      const process = this.#process(machine);
      void this.#work(machine, process);
      await this.#clock.sleep(random() ** 3 * 20_000);
      process.caller.kill();
      await this.#clock.sleep(random() * 30_000);
    }
    const process = this.#process(machine);
    await this.#work(machine, process);
    await process.journal.tellUntold(true);
  }

  async #work(machine: Machine, process: RunningProcess): Promise<void> {
    await Promise.all(
      machine.wants.map((recipe) => this.#obtain(process, recipe).catch(() => undefined)),
    );
  }

  #process(machine: Machine): RunningProcess {
    const caller = new Process(machine, this.#clock);
    const { clock } = caller;
    const random = this.#random;
    const { journal, locks } = shareSubmissions({
      operations: this.#place.connect(caller),
      codec: CODEC,
      journal: machine.journal,
      locks: { acquire: async () => ({ release: async () => undefined }) },
      outbox: machine.outbox,
      clock,
      random,
      mayBuyAlone: true,
      patienceMs: 30_000,
      signal: new AbortController().signal,
      label: 'redis://cache',
      warn: () => undefined,
    });
    const unknown = { before: async () => null, now: async () => null };
    const ports = resolveEnginePorts({
      client: this.#client,
      journal,
      locks,
      blobs: { put: () => Promise.reject(new Error('nothing is downloaded')) },
      clock,
      random,
      budget: { reserve: async () => ({ settle: () => undefined }) },
      balance: { ...unknown, charged: () => undefined, alone: () => () => false },
    });
    return { caller, journal, ports };
  }

  /** The UUID that a machine gets for a recipe. */
  async #obtain({ ports, caller }: RunningProcess, recipe: string): Promise<string> {
    const { acceptance } = await submitOnce(
      ports,
      {
        operationId: recipe,
        asset: recipe,
        operation: 'createNormalPicture',
        kind: 'create',
        estimate: 1,
        resubmit: false,
        send: (claim) => this.#create(caller, recipe, claim),
        signal: undefined,
      },
      null,
    );
    return acceptance.uuids.join();
  }

  /** A request to the service. */
  async #create(caller: Process, recipe: string, claim: () => Promise<void>) {
    const random = this.#random;
    const facts = { operation: 'createNormalPicture' };
    await claim();
    await caller.goOn();
    this.#sent += 1;
    await this.#clock.sleep(random() * 500);
    const fate = random();
    if (fate < 0.04) this.#faults += 1;
    if (fate < 0.02) {
      await caller.goOn();
      throw new RateLimitError('too many requests', { ...facts, outcome: 'rejected' }, 1_000);
    }
    if (fate < 0.03) {
      await caller.goOn();
      throw new UnreachableError('refused', { ...facts, outcome: 'not-sent' });
    }
    const count = (this.#ledger.get(recipe) ?? 0) + 1;
    this.#ledger.set(recipe, count);
    await this.#clock.sleep(random() * 500);
    await caller.goOn();
    if (fate < 0.04) throw new AmbiguousError('no answer', { ...facts, outcome: 'ambiguous' });
    return { uuids: [`${recipe}/${count}`], points: 1 };
  }

  async #lookAgain(machine: Machine): Promise<readonly Found[]> {
    const process = this.#process(machine);
    return Promise.all(
      machine.wants.map(async (recipe): Promise<Found> => {
        try {
          return { recipe, uuid: await this.#obtain(process, recipe) };
        } catch (error) {
          if (!isAssetgenError(error)) throw error;
          return { recipe, uuid: error.code === 'ASSETGEN_AMBIGUOUS' ? null : error.code };
        }
      }),
    );
  }

  async #judge(machines: readonly Machine[], found: readonly Found[]): Promise<void> {
    const byRecipe = new Map<string, Set<string | null>>();
    for (const { recipe, uuid } of found) {
      byRecipe.set(recipe, (byRecipe.get(recipe) ?? new Set()).add(uuid));
    }
    for (const [recipe, uuids] of byRecipe) {
      if (uuids.size > 1) this.#mixedUp += 1;
      if (!uuids.has(null)) continue;
      this.#doubts += 1;
      const states = await Promise.all(machines.map(({ journal }) => journal.read(recipe)));
      if (states.some(({ status }) => status === 'accepted')) this.#settleable += 1;
    }
  }
}

interface RunningProcess {
  readonly caller: Process;
  readonly journal: SharedJournal;
  readonly ports: EnginePorts;
}

/** What a machine got for a recipe in the end; `uuid` null: a doubt. */
interface Found {
  readonly recipe: string;
  readonly uuid: string | null;
}

function spellAt(spells: readonly Spell[], now: number): Spell | null {
  return spells.find(({ from, to }) => now >= from && now < to) ?? null;
}

function memoryOutbox(): Outbox {
  const untold = new Set<Untold>();
  return {
    add: async (each) => void untold.add(each),
    all: async () => [...untold],
    remove: async (each) => void untold.delete(each),
  };
}
