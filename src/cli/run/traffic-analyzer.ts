// Analyzes the traffic of a run. A worker thread finds secrets and JSON shapes while the run continues. When a check
// or a report depends on the result, every exchange is analyzed, however long that takes. Otherwise only as many as
// cost next to nothing are analyzed, and in one batch, because the thread takes 20 MB while it lives.
import { Lru } from '../../base/lru.ts';
import type { Flow } from '../../flow/flow.ts';
import type { Baseline } from '../../traffic/insights/baseline.ts';
import type { LiveScan, ExchangeSecrets } from '../../traffic/insights/live-scan.ts';
import type { ReportCollector } from '../../traffic/insights/report/index.ts';
import type { SchemaCollector } from '../../traffic/insights/sections/schema.ts';
import type { SecretCollector } from '../../traffic/insights/sections/secrets.ts';
import type { ContractReport } from '../../traffic/insights/report/contract.ts';
import type { ContractChecker } from './contract-checker.ts';
import { TimeBudget } from './time-budget.ts';
import { LatestExchange, fingerprint } from './fingerprint.ts';

export interface AnalyzerOptions {
  /** True when every exchange must be analyzed. */
  readonly isComplete: boolean;
  /** The figures of the report; null without a report. */
  readonly figures: ReportCollector | null;
  readonly baseline: Baseline | null;
  /** Fingerprints of secrets that are not reported. */
  readonly allowedSecrets?: ReadonlySet<string>;
  /** Compares all exchanges with an API description. */
  readonly contract?: ContractChecker | null;
}

export interface TrafficAnalysis {
  readonly secrets: SecretCollector;
  readonly schemas: SchemaCollector;
  readonly figures: ReportCollector | null;
  /** Exchanges that were not analyzed. */
  readonly skipped: number;
  /** Texts that were only partly captured or analyzed. */
  readonly truncated: number;
  /** The error that stopped the analysis; null when it did not stop. */
  readonly error: unknown;
  /** The comparison of the exchanges with the API description; null without one. */
  readonly contract: ContractReport | null;
}

/** Exchanges with equal content, of which one is analyzed. */
interface ExchangeGroup {
  /** Null until the first exchange has been analyzed. */
  findings: ExchangeSecrets | null;
  /** Repeats that came before that. */
  repeats: number;
}

interface PendingExchange {
  readonly flow: Flow;
  readonly group: ExchangeGroup;
}

/** Groups that are remembered. */
const MAX_GROUPS = 5000;
/** Exchanges that may wait, bounded for the memory they take besides their bodies. */
const MAX_PENDING = 200_000;
const BATCH = 200;
/** Exchanges for which the thread is started before the end of a run without a check. */
const WORTH_A_THREAD = 500;
/** Milliseconds for which the thread stays without work: in a run with a check the next exchange needs it. */
const STAYS_MS = { withCheck: 60_000, without: 2000 };
/** Milliseconds that a run without a check waits at its end for exchanges that are still being analyzed. */
const MAX_WAIT_MS = 2000;

/**
 * Approximate costs in milliseconds: of comparing an exchange with earlier ones, of analyzing a new one, and of each of
 * its bytes.
 */
const COMPARE_MS = 0.005;
const SCAN_MS = 0.1;
const SCAN_MS_PER_BYTE = 0.00003;

export class TrafficAnalyzer {
  readonly #options: AnalyzerOptions;
  readonly #budget: TimeBudget | null;
  readonly #groups = new Lru<string, ExchangeGroup>(MAX_GROUPS);
  #latest: { readonly exchange: LatestExchange; readonly group: ExchangeGroup } | null = null;
  #pending: PendingExchange[] = [];
  #queued = 0;
  #scanned = 0;
  #skipped = 0;
  #findings: LiveScan | null = null;
  #running: Promise<void> | null = null;
  #isFinished = false;
  #error: unknown = null;
  readonly #waiters: { readonly count: number; readonly resolve: () => void }[] = [];

  constructor(options: AnalyzerOptions) {
    this.#options = options;
    this.#budget = options.isComplete ? null : new TimeBudget();
  }

  /** Adds a finished exchange. */
  add(flow: Flow): void {
    const isRepeat = flow.request !== null && this.#analyze(flow);
    this.#options.figures?.add(flow, isRepeat);
    this.#options.contract?.add(flow);
  }

  /** Number of exchanges that wait to be analyzed. */
  get behind(): number {
    return this.#queued - this.#scanned;
  }

  /** Resolves when all exchanges added so far have been analyzed; more may be added meanwhile. */
  async caughtUp(): Promise<void> {
    await Promise.all([this.#scannedAll(), this.#options.contract?.finish()]);
  }

  #scannedAll(): Promise<void> {
    const count = this.#queued;
    if (this.#pending.length > 0) this.#startScanning();
    return new Promise((resolve) => {
      if (this.#scanned >= count || this.#isFinished) {
        resolve();
        return;
      }
      this.#waiters.push({ count, resolve });
      if (!this.#options.isComplete) setTimeout(resolve, MAX_WAIT_MS).unref();
    });
  }

  /** Ends the analysis; nothing may be added afterwards. */
  async finish(): Promise<TrafficAnalysis> {
    await this.caughtUp();
    this.#isFinished = true;
    const findings = await this.#openFindings();
    await findings.close();
    await this.#running;
    return {
      secrets: findings.secrets,
      schemas: findings.schemas,
      figures: this.#options.figures,
      skipped: this.#skipped + (this.#queued - this.#scanned) + findings.timedOut,
      truncated: findings.truncated,
      error: this.#error,
      contract: (await this.#options.contract?.finish()) ?? null,
    };
  }

  /** Returns true for a repeat of an earlier exchange. */
  #analyze(flow: Flow): boolean {
    // Comparing is not free either: it would cost six percent of an exchange.
    const now = flow.timestamps.end;
    if (this.#budget?.spend(now, COMPARE_MS) === false) return this.#skip();
    if (this.#latest?.exchange.equals(flow) === true) return this.#countRepeat(this.#latest.group, flow);
    if (this.#budget?.spend(now, 0, SCAN_MS) === false) return this.#skip();
    const key = fingerprint(flow);
    const known = key === null ? undefined : this.#groups.get(key);
    const group = known ?? { findings: null, repeats: 0 };
    if (known === undefined && !this.#queue(flow, group)) return this.#skip();
    if (key === null) return false;
    this.#latest = { exchange: new LatestExchange(flow), group };
    if (known !== undefined) return this.#countRepeat(known, flow);
    this.#groups.set(key, group);
    return false;
  }

  #skip(): false {
    this.#skipped += 1;
    return false;
  }

  #countRepeat(group: ExchangeGroup, flow: Flow): true {
    if (group.findings === null) group.repeats += 1;
    else this.#findings?.addRepeat(flow, group.findings);
    return true;
  }

  #queue(flow: Flow, group: ExchangeGroup): boolean {
    const cost = SCAN_MS + SCAN_MS_PER_BYTE * sizeOf(flow);
    if (this.#isFinished || this.#pending.length >= MAX_PENDING) return false;
    if (this.#budget?.spend(flow.timestamps.end, cost) === false) return false;
    // The bodies stay in the capture budget, in memory or in their file, until the exchange has been analyzed.
    flow.enterList();
    this.#pending.push({ flow, group });
    this.#queued += 1;
    if (this.#options.isComplete || this.#pending.length >= WORTH_A_THREAD) this.#startScanning();
    return true;
  }

  #startScanning(): void {
    this.#running ??= this.#scanPending().catch((error: unknown) => this.#stop(error));
  }

  async #scanPending(): Promise<void> {
    const findings = await this.#openFindings();
    while (this.#pending.length > 0 && !this.#isFinished) {
      const batch = this.#pending.slice(0, BATCH);
      this.#pending = this.#pending.slice(BATCH);
      await this.#scanBatch(batch, findings);
    }
    this.#running = null;
  }

  #stop(error: unknown): void {
    this.#error = error;
    this.#isFinished = true;
    for (const { resolve } of this.#waiters) resolve();
  }

  async #scanBatch(batch: readonly PendingExchange[], findings: LiveScan): Promise<void> {
    const results = await findings.scan(batch.map(({ flow }) => flow));
    for (const [index, { flow, group }] of batch.entries()) {
      group.findings = results[index] ?? [];
      findings.addRepeat(flow, group.findings, group.repeats);
      flow.leaveList();
    }
    this.#scanned += batch.length;
    for (const { count, resolve } of this.#waiters) if (this.#scanned >= count) resolve();
  }

  /** Loaded on demand, so that runs start sooner. */
  async #openFindings(): Promise<LiveScan> {
    const { LiveScan: Found } = await import('../../traffic/insights/live-scan.ts');
    const { baseline, allowedSecrets = new Set(), isComplete } = this.#options;
    const idleMs = isComplete ? STAYS_MS.withCheck : STAYS_MS.without;
    return (this.#findings ??= new Found(baseline, allowedSecrets, idleMs));
  }
}

function sizeOf({ request, response }: Flow): number {
  return (request?.body.size ?? 0) + (response?.body.size ?? 0);
}
