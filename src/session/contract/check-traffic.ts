// Compares the traffic list with an API description, seen from the side of the description: which operations were
// called, which calls do not fit, and what was called that it does not have.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { messageOf, UserError } from '../../base/errors.ts';
import type { JsonObject } from '../../documents/json-values.ts';
import { ApiDocument } from '../../documents/openapi/document.ts';
import type { Flow } from '../../flow/flow.ts';
import { ApiContract, statusesOf } from '../../specs/contract/index.ts';
import { ignoredBy, type Ignored } from '../../specs/ignores.ts';
import { ContractCollector, type ContractReport } from '../../traffic/insights/report/contract.ts';
import { endpointOf } from '../../traffic/insights/flow-facts.ts';
import { EndpointTally, type CheckedEndpoint } from './endpoint-tally.ts';
import { exchangeViolations, isMeant } from './exchange.ts';

export interface TrafficCheck {
  /** Exchanges that were compared. */
  readonly checked: number;
  readonly broken: number;
  /** Exchanges that could not be compared. */
  readonly failed: number;
  /** Older exchanges that were not looked at. */
  readonly older: number;
  /** Hosts of the description; empty when it names none, and all count. */
  readonly hosts: readonly string[];
  /** Those with calls, the most violations first, then those without. */
  readonly endpoints: readonly CheckedEndpoint[];
}

/** Bodies above it are not compared. */
const MAX_BODY_BYTES = 1024 * 1024;

export interface CheckTraffic {
  /** The description with the files beside it joined into it. */
  readonly document: JsonObject;
  readonly ignores: readonly Ignored[];
  /** The newest exchanges that are compared. */
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
}

/** A list of traffic: the ids of all, and those from an id on. */
export interface Traffic {
  readonly ids: readonly number[];
  readonly flows: (from: number) => AsyncIterable<Flow>;
}

/** Rejects with the reason of an aborted signal. */
export async function checkTraffic(traffic: Traffic, options: CheckTraffic): Promise<TrafficCheck> {
  return (await compareTraffic(traffic, options)).check;
}

/** Resolves with the comparison, and with the violations that count as reports have them. */
export async function compareTraffic(
  { ids, flows }: Traffic,
  { document, ignores, limit, signal }: CheckTraffic,
): Promise<{ readonly check: TrafficCheck } & Pick<ContractReport, 'violations' | 'isCut'>> {
  const { contract, operations } = contractOf(document);
  const endpoints = new Map(
    operations.map(({ name, statuses }) => [name, new EndpointTally(name, statuses)]),
  );
  const kinds = new ContractCollector();
  /** Those that are ignored. */
  const quiet = new ContractCollector();
  const from = ids.at(-limit) ?? 0;
  let [checked, broken, failed] = [0, 0, 0];
  for await (const flow of flows(from)) {
    await yieldToEventLoop();
    signal?.throwIfAborted();
    if (flow.state === 'pending' || !isMeant(contract, flow)) continue;
    const found = await exchangeViolations(contract, flow, MAX_BODY_BYTES).catch(() => null);
    if (found === null) {
      failed += 1;
      continue;
    }
    checked += 1;
    const endpoint = found.operation ?? found.endpoint;
    const tally = endpoints.get(endpoint) ?? new EndpointTally(endpoint, null);
    endpoints.set(endpoint, tally);
    tally.add(flow, found);
    if (found.violations.length === 0) continue;
    const all = found.violations.map(({ detail }) => detail);
    const details = all.filter((detail) => ignoredBy(ignores, endpoint, detail) === null);
    const call = endpointOf(flow);
    if (details.length < all.length)
      quiet.add({ endpoint, call, details: all.filter((detail) => !details.includes(detail)) }, flow.id);
    if (details.length === 0) continue;
    broken += 1;
    tally.addWrong();
    kinds.add({ endpoint, call, details }, flow.id);
  }
  const violations = kinds.result();
  const counted = violations.map((kind) => ({ ...kind, ignored: null }));
  const ignored = quiet.result().map((kind) => {
    const by = ignoredBy(ignores, kind.endpoint, kind.violation);
    return { ...kind, ignored: by?.comment ?? '' };
  });
  const byEndpoint = Map.groupBy([...counted, ...ignored], (kind) => kind.endpoint);
  const check = {
    checked,
    broken,
    failed,
    older: Math.max(0, ids.length - limit),
    hosts: [...contract.hosts],
    endpoints: [...endpoints.values()]
      .map((tally) => tally.result(byEndpoint.get(tally.endpoint) ?? []))
      .sort(byWrong),
  };
  return { check, violations, isCut: kinds.isCut };
}

function byWrong(one: CheckedEndpoint, other: CheckedEndpoint): number {
  return other.wrong - one.wrong || other.calls - one.calls;
}

export interface ReadContract {
  readonly contract: ApiContract;
  readonly operations: readonly {
    /** Method and path. */
    readonly name: string;
    readonly statuses: readonly string[];
  }[];
}

/** The contract of the last description: it is compared again and again while traffic comes. */
let last: { readonly document: JsonObject; readonly read: ReadContract } | null = null;

export function contractOf(document: JsonObject): ReadContract {
  if (last?.document === document) return last.read;
  try {
    const operations = [...new ApiDocument(document, () => undefined).operations()];
    const read = {
      contract: new ApiContract(document),
      operations: operations.map((each) => ({
        name: `${each.method.toUpperCase()} ${each.path}`,
        statuses: statusesOf(each),
      })),
    };
    last = { document, read };
    return read;
  } catch (error) {
    throw new UserError('INVALID_DATA', `The text cannot be compared with traffic: ${messageOf(error)}`, {
      cause: error,
    });
  }
}
