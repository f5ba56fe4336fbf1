// The contract of a section, and the functions that pass flows and scanned messages to its collector, one after
// another: no section holds the traffic that it analyzes.
import { availableParallelism } from 'node:os';
import { setImmediate as turn } from 'node:timers/promises';
import type { Price } from '../../../agents/index.ts';
import type { Flow } from '../../../flow/flow.ts';
import { BodyScanner } from '../scan/body-scanner.ts';
import type { ScanRequest } from '../scan/scan.ts';
import type { ScannedMessage } from '../scan/scanned-message.ts';
import { scanMessages, type FlowSource } from '../scan/scanned-messages.ts';

/** `time`: the slowest first, by their 95th percentile. */
export const ENDPOINT_ORDERS = ['calls', 'time', 'errors', 'bytes'] as const;
export type EndpointOrder = (typeof ENDPOINT_ORDERS)[number];

export interface AnalysisOptions {
  /** The maximum number of entries in each list. */
  readonly limit: number;
  /** Number of steps of time in which the calls of endpoints are counted; absent or 0 for none. */
  readonly steps?: number;
  /** The order of endpoints; by default those with most calls first. */
  readonly sort?: EndpointOrder | undefined;
  /** Fingerprints of secrets that are known and accepted. */
  readonly allowedSecrets?: ReadonlySet<string>;
  /** Prices of language models, for the costs of runs of agents. */
  readonly modelPrices?: readonly Price[];
  /** The id of the run of an agent whose steps are asked for; undefined for the list of runs. */
  readonly run?: number | undefined;
}

/** Computes a section as plain data, in one pass. */
export type SectionAnalysis = (flows: FlowSource, options: AnalysisOptions) => Promise<object>;

export interface FlowCollector {
  add(flow: Flow): void;
}

export interface MessageCollector {
  add(message: ScannedMessage): void;
}

/** Flows that are added before other work can run. */
const FLOWS_PER_TURN = 50;

/** Adds all flows to a collector. */
export async function collectFlows<C extends FlowCollector>(collector: C, flows: FlowSource): Promise<C> {
  let added = 0;
  for await (const flow of flows) {
    collector.add(flow);
    if ((added += 1) % FLOWS_PER_TURN === 0) await turn();
  }
  return collector;
}

/** Yields flows that are added to a collector on their way. */
export async function* passedTo(
  collector: FlowCollector,
  flows: FlowSource,
): AsyncGenerator<Flow, void, undefined> {
  for await (const flow of flows) {
    collector.add(flow);
    yield flow;
  }
}

/** One scanner for all sections, whose workers stay for the next one; more than four would wait for this thread. */
export const scanner = new BodyScanner({ workers: Math.min(4, availableParallelism()), idleMs: 60_000 });

/** Scans the messages of all flows, and adds the results to a collector. `by`: a scanner of one's own. */
export async function collectMessages<C extends MessageCollector>(
  collector: C,
  flows: FlowSource,
  targets: ScanRequest['targets'],
  by = scanner,
): Promise<C> {
  for await (const message of scanMessages(flows, targets, by)) collector.add(message);
  return collector;
}
