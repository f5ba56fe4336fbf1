// Captured exchanges as saved requests: those of one endpoint become one, with the responses as examples.
import type { Collection } from '../../collections/model/collection.ts';
import { requestsOf } from '../../collections/model/collection.ts';
import type { Example } from '../../collections/model/example.ts';
import type { SavedRequest } from '../../collections/model/request.ts';
import { operationOf } from '../../flow/operation.ts';
import { isOnNetwork, type Flow } from '../../flow/flow.ts';
import { capturedRequest } from '../captured-request.ts';
import { redactedFlow } from '../redact.ts';
import { endpointUrl, type EndpointUrl } from './endpoint-url.ts';
import { Extraction, type Surroundings, type TakenOut } from './taken-out.ts';

export interface RequestChoice {
  readonly name?: string | undefined;
  /** The id of the exchange that the request is made from; by default the newest with a 2xx response. */
  readonly source?: number | undefined;
  /** Ids of the exchanges whose responses become examples; by default 2xx and 4xx. */
  readonly examples?: readonly number[] | undefined;
}

export interface CaptureChoices {
  /** Ids of what is not taken out. */
  readonly keep: ReadonlySet<string>;
  /** By the key of the request. */
  readonly requests: ReadonlyMap<string, RequestChoice>;
  /** The choice for other requests. */
  readonly choice?: RequestChoice;
}

export interface PlannedRequest {
  /** The same for the same endpoint. */
  readonly key: string;
  readonly request: SavedRequest;
  readonly exchanges: readonly PlannedExchange[];
  /** The id of the request of the collection that has the same method and URL; null for none. */
  readonly existing: string | null;
}

export interface PlannedExchange {
  readonly id: number;
  /** Null without a response. */
  readonly status: number | null;
  readonly reason: string;
  readonly size: number;
  readonly isSource: boolean;
  readonly isExample: boolean;
}

export interface CapturePlan {
  readonly requests: readonly PlannedRequest[];
  readonly takenOut: readonly TakenOut[];
  /** Variables that do not exist yet. */
  readonly variables: Extraction['added'];
  /** Ids of exchanges that are no requests, such as tunnels. */
  readonly leftOut: readonly number[];
}

/** Plans what is saved. Secrets in the bodies of examples are redacted. Nothing is written. */
export async function planRequests(
  flows: readonly Flow[],
  collection: Collection | null,
  surroundings: Surroundings,
  { keep, requests: choices, choice: general = {} }: CaptureChoices,
): Promise<CapturePlan> {
  const captured = flows.filter(
    (flow) =>
      (flow.originalRequest ?? flow.request) !== null &&
      flow.method !== 'CONNECT' &&
      isOnNetwork(flow.target),
  );
  const extraction = new Extraction(surroundings, keep);
  const groups = Map.groupBy(captured, keyOf);
  const requests: PlannedRequest[] = [];
  for (const [key, group] of groups) {
    const choice = choices.get(key) ?? general;
    const source = group.find(({ id }) => id === choice.source) ?? newest(group);
    const request = await requestOf(source, extraction);
    if (request === null) continue;
    const isExample = ({ id, status }: Flow): boolean =>
      choice.examples?.includes(id) ?? [2, 4].includes(Math.floor(status / 100));
    requests.push({
      key,
      request: {
        ...request,
        ...(choice.name !== undefined && { name: choice.name }),
        examples: await examplesOf(group.filter(isExample)),
      },
      exchanges: group.map((flow) => ({
        id: flow.id,
        status: flow.response === null ? null : flow.status,
        reason: flow.reason,
        size: flow.response?.body.size ?? 0,
        isSource: flow === source,
        isExample: flow.response !== null && isExample(flow),
      })),
      existing: existingOf(collection, request),
    });
  }
  return {
    requests,
    takenOut: extraction.entries,
    variables: extraction.added,
    leftOut: flows.filter((flow) => !captured.includes(flow)).map(({ id }) => id),
  };
}

/** The key of an endpoint: method, origin and path, and the operation of GraphQL. */
function keyOf(flow: Flow): string {
  const { origin, path } = endpointUrl(flow.url);
  const operation = operationOf(flow);
  const suffix = operation === null || operation.type === 'ai' ? '' : ` ${operation.name}`;
  return `${flow.method} ${origin}${path}${suffix}`;
}

function newest(group: readonly Flow[]): Flow {
  return group.findLast(({ status }) => Math.floor(status / 100) === 2) ?? group.at(-1)!;
}

async function requestOf(flow: Flow, extraction: Extraction): Promise<SavedRequest | null> {
  const captured = await capturedRequest(flow, crypto.randomUUID());
  if (captured === null) return null;
  const { origin, path, variables }: EndpointUrl = endpointUrl(flow.url);
  const operation = operationOf(flow);
  const hasOperation = operation !== null && operation.type !== 'ai' && operation.name !== '';
  return {
    ...extraction.request(captured),
    name: hasOperation ? operation.name : `${flow.method} ${path}`,
    url: extraction.origin(origin) + path,
    path: [...variables],
  };
}

/** Each with the values of its own path, and secrets redacted. */
async function examplesOf(flows: readonly Flow[]): Promise<Example[]> {
  const examples: Example[] = [];
  for (const flow of flows) {
    if (flow.response === null) continue;
    const redacted = await capturedRequest(await redactedFlow(flow), crypto.randomUUID());
    const [example] = redacted?.examples ?? [];
    if (example === undefined) continue;
    const headers = example.headers.filter(({ name }) => !/^set-cookie$/i.test(name));
    examples.push({ ...example, name: `${example.status} ${example.reason}`.trim(), headers });
  }
  return examples;
}

function existingOf(collection: Collection | null, { method, url }: SavedRequest): string | null {
  for (const { request } of requestsOf(collection?.items ?? []))
    if (request.method === method && shape(request.url) === shape(url)) return request.id;
  return null;
}

/** A URL without the names of its path variables. */
function shape(url: string): string {
  return url.replace(/\/:[^/]+/g, '/:');
}
