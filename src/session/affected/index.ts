// Finds who is affected by a change of an operation: the captured exchanges and the requests of the workspace for it,
// each with what fitted the old description and does not fit the new one.
import { requestsOf, type Collection, type PlacedRequest } from '../../collections/model/collection.ts';
import type { SavedRequest } from '../../collections/model/request.ts';
import { maskVariables } from '../../collections/model/url-parts.ts';
import type { Flow } from '../../flow/flow.ts';
import type { ApiContract } from '../../specs/contract/index.ts';
import { preview, type PreviewOptions } from '../live/preview.ts';
import { exchangeViolations, pathOf } from '../contract/exchange.ts';

/** Both versions of a description. */
export interface Versions {
  readonly before: ApiContract;
  readonly after: ApiContract;
}

export interface AffectedTraffic {
  /** Exchanges of the operation, as the old version has it. */
  readonly calls: number;
  /** Those that the new version does not allow any more. */
  readonly wrong: number;
  /** Some of those. */
  readonly ids: readonly number[];
  /** The first violation; null without one. */
  readonly what: string | null;
}

export interface AffectedRequest {
  readonly id: string;
  readonly name: string;
  readonly method: string;
  /** Its collection and folders, such as `Harbor API / Checkout`. */
  readonly owners: string;
  /** The first violation of the new version alone; null where it fits. */
  readonly what: string | null;
}

const MAX_IDS = 20;
const MAX_BODY_BYTES = 1024 * 1024;

/** `operation`: such as `GET /pets/{id}`. */
export async function affectedTraffic(
  versions: Versions,
  operation: string,
  flows: AsyncIterable<Flow>,
): Promise<AffectedTraffic> {
  let [calls, wrong] = [0, 0];
  let what: string | null = null;
  const ids: number[] = [];
  for await (const flow of flows) {
    if (flow.state === 'pending' || !isOf(versions.before, flow.method, pathOf(flow.url), operation))
      continue;
    calls += 1;
    const [old, now] = await Promise.all([detailsOf(versions.before, flow), detailsOf(versions.after, flow)]);
    const added = now.find((detail) => !old.includes(detail));
    if (added === undefined) continue;
    wrong += 1;
    what ??= added;
    if (ids.length < MAX_IDS) ids.push(flow.id);
  }
  return { calls, wrong, ids, what };
}

async function detailsOf(contract: ApiContract, flow: Flow): Promise<readonly string[]> {
  const { violations } = await exchangeViolations(contract, flow, MAX_BODY_BYTES);
  return violations.map(({ detail }) => detail);
}

type Owned = Omit<PreviewOptions, 'request'>;

/** Compares the requests of a collection as they would be sent, without running their scripts. */
export async function affectedRequests(
  versions: Versions,
  operation: string,
  owned: Owned,
): Promise<readonly AffectedRequest[]> {
  const candidates = [...requestsOf(owned.collection.items)].filter(
    ({ request }) =>
      (request.type === 'http' || request.type === 'graphql') &&
      isOf(versions.before, request.method.toUpperCase(), writtenPath(request), operation),
  );
  return Promise.all(
    candidates.map(async (placed) => ({
      id: placed.request.id,
      name: placed.request.name,
      method: placed.request.method,
      owners: ownersOf(owned.collection, placed),
      what: await newlyWrong(versions, { ...owned, request: placed.request }),
    })),
  );
}

function ownersOf({ name }: Collection, { folders }: PlacedRequest): string {
  return [name, ...folders.map((folder) => folder.name)].join(' / ');
}

/** Returns the path of a URL as it is written: what stands before it, such as `{{baseUrl}}`, is left out. */
function writtenPath({ url }: SavedRequest): string {
  const [, path = ''] = /^(?:[a-z][a-z\d+.-]*:\/\/[^/?#]*|\0+)?([^?#]*)/i.exec(maskVariables(url)) ?? [];
  const start = maskVariables(url).indexOf(path);
  const written = url.slice(start, start + path.length);
  return written.startsWith('/') ? written : `/${written}`;
}

async function newlyWrong({ before, after }: Versions, options: PreviewOptions): Promise<string | null> {
  const { method, url, headers, body } = await preview(options);
  const named: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const { name, value } of headers) named[name.toLowerCase()] = value;
  const bytes = body.text === null ? null : Buffer.from(body.text);
  const details = (contract: ApiContract): readonly string[] => {
    const { match } = contract.find(method, pathOf(url));
    if (match === null) return ['the operation is gone'];
    const [, inBody] = contract.bodyViolations(match, { headers: named }, bytes);
    return [...contract.parameterViolations(match, { headers: named }), ...inBody].map(
      ({ detail }) => detail,
    );
  };
  const old = details(before);
  return details(after).find((detail) => !old.includes(detail)) ?? null;
}

function isOf(contract: ApiContract, method: string, path: string, operation: string): boolean {
  const { match } = contract.find(method, path);
  return (
    match !== null &&
    plain(`${match.operation.method.toUpperCase()} ${match.operation.path}`) === plain(operation)
  );
}

/** Names of parameters do not count. */
function plain(operation: string): string {
  return operation.replaceAll(/\{[^}]*\}/g, '{}');
}
