import type { Clock } from '../../ports.ts';
import type { Lease, SharedOperations } from '../../store/leases/shared-operations.ts';
import { LEASE_TIMES } from '../../store/leases/shared-operations.ts';

/** How a question to the place ends. `lost`: it is done, and its answer does not come. */
export type Weather = 'well' | 'away' | 'lost';

/** A machine as the place sees it. */
export interface Caller {
  /** The weather on its way to the place. */
  weather(now: number): Weather;
  /** Whether it runs: one that is stopped or gone says nothing. */
  runs(now: number): boolean;
  /** Resolves when it goes on; never for one that is gone. */
  goOn(): Promise<void>;
}

interface ModelLease extends Lease {
  readonly caller: Caller;
  readonly from: number;
  /** Its holder beats no more. */
  until: number;
  isReleased: boolean;
}

/** The place that a fleet has in common: leases that fade without a beat, and lines that stay. */
export class FleetPlace {
  /** Questions that were asked. */
  steps = 0;
  readonly lines = new Map<string, string[]>();
  readonly #leases = new Map<string, ModelLease>();
  readonly #clock: Clock;
  readonly #random: () => number;
  #fence = 0;

  constructor(clock: Clock, random: () => number) {
    this.#clock = clock;
    this.#random = random;
  }

  /** Whether a beat of its holder came through in the time that a lease lives. */
  #lives({ caller, from, until, isReleased }: ModelLease): boolean {
    const now = this.#clock.now();
    const { leaseMs, beatMs } = LEASE_TIMES;
    if (isReleased) return false;
    if (now - from < leaseMs) return true;
    const last = Math.floor((now - from) / beatMs);
    for (let beat = last; beat > last - leaseMs / beatMs; beat -= 1) {
      const at = from + beat * beatMs;
      if (at <= until && now - at < leaseMs && caller.runs(at) && caller.weather(at) !== 'away')
        return true;
    }
    return false;
  }

  #held(name: string): ModelLease | null {
    const lease = this.#leases.get(name);
    return lease !== undefined && this.#lives(lease) ? lease : null;
  }

  #grant(name: string, caller: Caller): ModelLease | null {
    if (this.#held(name) !== null) return null;
    this.#fence += 1;
    const from = this.#clock.now();
    const lease: ModelLease = {
      caller,
      from,
      fence: this.#fence,
      until: from,
      isReleased: false,
      release: () => {
        lease.until = this.#clock.now();
        return this.#ask(caller, () => void (lease.isReleased = true)).catch(() => undefined);
      },
    };
    this.#leases.set(name, lease);
    return lease;
  }

  async #ask<T>(caller: Caller, work: () => T): Promise<T> {
    this.steps += 1;
    await this.#clock.sleep(1 + this.#random() * 20);
    const weather = caller.weather(this.#clock.now());
    const value = weather === 'away' ? null : { got: work() };
    await this.#clock.sleep(1 + this.#random() * 20);
    await caller.goOn();
    if (value === null) throw new Error('connect ECONNREFUSED 127.0.0.1:6379');
    if (weather === 'lost') throw new Error('Socket closed unexpectedly');
    return value.got;
  }

  connect(caller: Caller): SharedOperations {
    const linesOf = (name: string): readonly string[] => this.lines.get(name) ?? [];
    const push = (name: string, line: string): void =>
      void this.lines.set(name, [...linesOf(name), line]);
    return {
      tryAcquire: async (name) => {
        const lease = await this.#ask(caller, () => this.#grant(name, caller));
        // It beats from now on: one that never heard of its lease lets it fade.
        if (lease !== null) lease.until = Number.POSITIVE_INFINITY;
        return lease;
      },
      read: (name) => this.#ask(caller, () => linesOf(name)),
      append: (name, line) => this.#ask(caller, () => push(name, line)),
      appendAfter: (name, count, line, lease) =>
        this.#ask(caller, () => {
          if (linesOf(name).length !== count || this.#held(name) !== lease) return false;
          push(name, line);
          return true;
        }),
      note: async () => undefined,
      readNote: async () => null,
      close: async () => undefined,
    };
  }
}
