// Scans the exchanges of a list before a section asks for them, so that sections respond quickly. Results are cached
// with the exchange. It runs only while no traffic arrives, because traffic comes first.
import type { Flow } from '../../../flow/flow.ts';
import type { BodyScanner } from './body-scanner.ts';
import { knownScans } from './known-scans.ts';

/** The list of flows that the scan follows. */
export interface FollowedList {
  /** Increases with each change. */
  readonly revision: number;
  /** Returns the newest flows. */
  unpacked(): readonly Flow[];
}

/** Milliseconds between two looks at the list; the traffic rests when nothing has changed in between. */
const LOOK_MS = 300;
/** Exchanges for which it is worth it: sections scan fewer of them in a moment. */
const MIN_FLOWS = 500;
/** Exchanges with larger bodies, and those beyond so many bytes, are left to the sections. */
const MAX_FLOW_BYTES = 256 * 1024;
const MAX_BYTES = 64 * 1024 * 1024;
/** Short, since the worker takes 20 MB. */
const IDLE_MS = 2000;

export class ScanAhead {
  readonly #followed: FollowedList;
  readonly #timer: NodeJS.Timeout;
  /** Exchanges that were scanned once: not every result is remembered. */
  readonly #scanned = new WeakSet<Flow>();
  #seen: number;
  /** The revision up to which all is done. */
  #done = -1;
  #isScanning = false;
  #isClosed = false;
  /** Null until it is needed. */
  #scanner: BodyScanner | null = null;

  constructor(followed: FollowedList, lookMs = LOOK_MS) {
    this.#followed = followed;
    this.#seen = followed.revision;
    this.#timer = setInterval(() => void this.#scanWhenUnchanged(), lookMs).unref();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#scanner?.close();
  }

  async #scanWhenUnchanged(): Promise<void> {
    const { revision } = this.#followed;
    const rests = revision === this.#seen;
    this.#seen = revision;
    if (!rests || this.#isScanning || revision === this.#done) return;
    this.#done = revision;
    const flows = this.#unscanned();
    if (flows.length < MIN_FLOWS) return;
    this.#isScanning = true;
    await this.#scan(flows, revision).finally(() => (this.#isScanning = false));
  }

  #unscanned(): readonly Flow[] {
    let remainingBytes = MAX_BYTES;
    return this.#followed.unpacked().filter((flow) => {
      if (flow.state === 'pending' || this.#scanned.has(flow) || knownScans(flow, 'both') !== null)
        return false;
      const bytes = (flow.request?.bodySize ?? 0) + (flow.response?.bodySize ?? 0);
      if (bytes > Math.min(remainingBytes, MAX_FLOW_BYTES)) return false;
      remainingBytes -= bytes;
      return true;
    });
  }

  /** Scans until the list changes. */
  async #scan(flows: readonly Flow[], revision: number): Promise<void> {
    const [{ BodyScanner: Scanner }, { scanMessages }] = await Promise.all([
      import('./body-scanner.ts'),
      import('./scanned-messages.ts'),
    ]);
    if (this.#isOutdated(revision)) return;
    this.#scanner ??= new Scanner({ workers: 1, idleMs: IDLE_MS });
    for await (const { flow } of scanMessages(flows, 'both', this.#scanner)) {
      if (this.#isOutdated(revision)) return;
      this.#scanned.add(flow);
    }
  }

  #isOutdated(revision: number): boolean {
    return this.#isClosed || this.#followed.revision !== revision;
  }
}
