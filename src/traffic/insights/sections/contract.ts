// The contract of a section, and the functions that pass flows and scanned messages to its collector.
import { availableParallelism } from 'node:os';
import { setImmediate as turn } from 'node:timers/promises';
import type { Flow } from '../../../flow/flow.ts';
import { BodyScanner } from '../scan/body-scanner.ts';
import type { ScanRequest } from '../scan/scan.ts';
import type { ScannedMessage } from '../scan/scanned-message.ts';
import { scanMessages } from '../scan/scanned-messages.ts';

export interface AnalysisOptions {
  /** The maximum number of entries in each list. */
  readonly limit: number;
  /** Number of steps of time in which the calls of endpoints are counted; absent or 0 for none. */
  readonly steps?: number;
  /** Fingerprints of secrets that are known and accepted. */
  readonly allowedSecrets?: ReadonlySet<string>;
}

/** Computes a section as plain data. */
export type SectionAnalysis = (flows: readonly Flow[], options: AnalysisOptions) => Promise<object>;

export interface FlowCollector {
  add(flow: Flow): void;
}

export interface MessageCollector {
  add(message: ScannedMessage): void;
}

/** Flows that are added before other work can run. */
const FLOWS_PER_TURN = 50;

/** Adds all flows to a collector. */
export async function collectFlows<C extends FlowCollector>(
  collector: C,
  flows: readonly Flow[],
): Promise<C> {
  for (const [at, flow] of flows.entries()) {
    collector.add(flow);
    if (at % FLOWS_PER_TURN === FLOWS_PER_TURN - 1) await turn();
  }
  return collector;
}

/** One scanner for all sections, whose workers stay for the next one; more than four would wait for this thread. */
const scanner = new BodyScanner({ workers: Math.min(4, availableParallelism()), idleMs: 60_000 });

/** Scans the messages of all flows, and adds the results to a collector. */
export async function collectMessages<C extends MessageCollector>(
  collector: C,
  flows: readonly Flow[],
  targets: ScanRequest['targets'],
): Promise<C> {
  for await (const message of scanMessages(flows, targets, scanner)) collector.add(message);
  return collector;
}
