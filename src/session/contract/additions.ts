// Entries of an API description for what it lacks and the traffic has: a status, a media type, a path, a method, a header.
import type { Flow } from '../../flow/flow.ts';
import { isObject } from '../../base/is-object.ts';
import type { JsonObject } from '../../documents/json-values.ts';
import { operationPath } from '../../specs/compare-texts.ts';
import type { ApiContract } from '../../specs/contract/index.ts';
import { dialectOf, operationIn, responseIn, type Dialect } from '../../specs/corrections/dialect.ts';
import { valueAt, type Correction } from '../../specs/corrections/index.ts';
import { jsonContent, openApiOf, responseOf } from '../../traffic/formats/open-api/document.ts';

export interface Lacking {
  /** Method and path, as the comparison names them. */
  readonly endpoint: string;
  readonly what: string;
  /** Exchanges that have it. */
  readonly flows: readonly Flow[];
  /** The names that lead to the part of the document that lacks it; null where that is not known. */
  readonly path: readonly string[] | null;
}

/** Resolves with nothing for a violation about something else. */
export async function additionsOf(contract: ApiContract, lacking: Lacking): Promise<readonly Correction[]> {
  const { what, flows, path } = lacking;
  const { root } = contract.document;
  const dialect = dialectOf(root);
  const [flow] = flows;
  const [, header, key] = /^the header (\S+) of the response (\w+) is not documented$/.exec(what) ?? [];
  if (header !== undefined && key !== undefined)
    return addedHeader(root, dialect, lacking.endpoint, key, header);
  if (flow === undefined || path === null) return [];
  const [, status] = /\bthe status (\d{3}) is not documented\b/.exec(what) ?? [];
  if (status !== undefined) return addedStatus(dialect, path, status, flow);
  const [, type] = /\bthe body is ([^\s,]+\/[^\s,]+), and the document has\b/.exec(what) ?? [];
  if (type !== undefined) {
    const message = what.startsWith('response') ? flow.response : flow.request;
    const content = message === null ? null : await jsonContent(message, false);
    const media = content === null ? {} : responseIn({ description: '', content }, dialect)['content'];
    const value = isObject(media) ? (media[type] ?? {}) : {};
    return [added(`Add ${type}`, path, [type], value)];
  }
  return path[0] === 'paths' && path.length <= 2
    ? addedOperation(contract, dialect, path[1] ?? null, flows)
    : [];
}

/** Adds a name to a part of the document. */
function added(label: string, part: readonly string[], names: readonly string[], value: unknown): Correction {
  return { id: 'add', label, part, edits: [{ type: 'set', path: [...part, ...names], value }] };
}

function addedHeader(
  root: JsonObject,
  dialect: Dialect,
  endpoint: string,
  key: string,
  header: string,
): readonly Correction[] {
  const operation = operationPath(root, endpoint);
  if (operation === null) return [];
  const path = [...operation, 'responses', key];
  const response = valueAt(root, path);
  if (!isObject(response)) return [];
  // A response may stand elsewhere.
  const { $ref: reference } = response;
  const target = typeof reference === 'string' ? componentPath(reference) : path;
  if (target === null) return [];
  const value = dialect === '2.0' ? { type: 'string' } : { schema: { type: 'string' } };
  return [added(`Add ${header}`, target, ['headers', header], value)];
}

/** Returns null for a reference out of the document. */
export function componentPath(reference: string): readonly string[] | null {
  if (!reference.startsWith('#/')) return null;
  return reference
    .slice(2)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

async function addedStatus(
  dialect: Dialect,
  path: readonly string[],
  status: string,
  flow: Flow,
): Promise<readonly Correction[]> {
  const { response } = flow;
  if (response === null) return [];
  const value = responseIn(await responseOf(flow, response), dialect);
  return [added(`Add ${status}`, path, [status], value)];
}

/** Adds an operation of the traffic: with its path, or to `known`, a path that the document has. */
async function addedOperation(
  contract: ApiContract,
  dialect: Dialect,
  known: string | null,
  flows: readonly Flow[],
): Promise<readonly Correction[]> {
  const { paths } = await openApiOf(flows);
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => {
      const target = known ?? contract.withoutBase(path);
      const entry = operationIn(operation, dialect);
      const value = known === null ? entry : withParametersOf(contract.document.root, known, entry, dialect);
      const label = `Add ${method.toUpperCase()} ${target}`;
      return { ...added(label, ['paths'], [target, method], value), id: `add ${method} ${target}` };
    }),
  );
}

/** Gives an operation the parameters of a path, as far as the path does not have them itself. */
export function withParametersOf(
  root: JsonObject,
  path: string,
  entry: JsonObject,
  dialect: Dialect,
): JsonObject {
  const given: unknown = entry['parameters'];
  const own = (Array.isArray(given) ? (given as readonly unknown[]) : []).filter(
    (each) => isObject(each) && each['in'] !== 'path',
  );
  const shared = valueAt(root, ['paths', path, 'parameters']);
  const hasShared = Array.isArray(shared);
  const names = hasShared ? [] : Array.from(path.matchAll(/\{([^{}]+)\}/g), ([, name = '']) => name);
  const schema = dialect === '2.0' ? { type: 'string' } : { schema: { type: 'string' } };
  const parameters = [...names.map((name) => ({ name, in: 'path', required: true, ...schema })), ...own];
  const { parameters: _, ...rest } = entry;
  const { summary, operationId, ...others } = rest;
  return { summary, operationId, ...(parameters.length > 0 && { parameters }), ...others };
}
