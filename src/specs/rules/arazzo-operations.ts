// Finds steps of Arazzo workflows whose operation is in none of the source descriptions.
import { isObject } from '../../base/is-object.ts';
import { didYouMean } from '../../base/did-you-mean.ts';
import type { Finding } from './contract.ts';

/** Resolves with the document that a URL of the description leads to; null for one that cannot be read. */
export type LoadDescription = (url: string) => Promise<unknown>;

/** `$sourceDescriptions.NAME.OPERATION` (Arazzo 1.0, 4.6.4). */
const QUALIFIED = /^\$sourceDescriptions\.([\w-]+)\.(.+)$/;

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']);

/** Resolves with the steps whose `operationId` is unknown. What sources that cannot be read have is not judged. */
export async function unknownOperations(
  document: unknown,
  load: LoadDescription,
): Promise<readonly Finding[]> {
  if (!isObject(document) || document['arazzo'] === undefined) return [];
  const sources = await operationsBySource(list(document['sourceDescriptions']), load);
  return list(document['workflows']).flatMap((workflow, at) =>
    list(workflow['steps']).flatMap(({ operationId }, step) => {
      const message = typeof operationId === 'string' ? problemOf(operationId, sources) : null;
      return message === null ? [] : [{ pointer: `#/workflows/${at}/steps/${step}/operationId`, message }];
    }),
  );
}

type Operations = ReadonlyMap<string, readonly string[] | null>;

async function operationsBySource(
  sources: readonly Readonly<Record<string, unknown>>[],
  load: LoadDescription,
): Promise<Operations> {
  const entries = sources
    .filter(({ type }) => type !== 'arazzo')
    .map(async ({ name, url }) => {
      const description = typeof url === 'string' ? await load(url) : null;
      return [String(name), description === null ? null : operationIds(description)] as const;
    });
  return new Map(await Promise.all(entries));
}

/** Returns what is wrong with an operation; null when nothing is, or when that cannot be known. */
function problemOf(operationId: string, sources: Operations): string | null {
  const [, source, own] = QUALIFIED.exec(operationId) ?? [];
  if (source !== undefined && own !== undefined) {
    const ids = sources.get(source);
    if (ids === undefined)
      return `There is no source description ${source}: ${didYouMean(source, [...sources.keys()])}`;
    return ids === null || ids.includes(own) ? null : unknown(own, `in ${source}`, ids);
  }
  if (operationId.startsWith('$') || sources.size === 0) return null;
  const lists = [...sources.values()];
  const known = lists.flatMap((ids) => ids ?? []);
  return lists.includes(null) || known.includes(operationId)
    ? null
    : unknown(operationId, 'in the source descriptions', known);
}

function unknown(operationId: string, where: string, ids: readonly string[]): string {
  return `There is no operation ${operationId} ${where}: ${didYouMean(operationId, ids, `they have ${ids.length}`)}`;
}

function operationIds(description: unknown): readonly string[] {
  const paths = isObject(description) && isObject(description['paths']) ? description['paths'] : {};
  return Object.values(paths).flatMap((path) =>
    Object.entries(isObject(path) ? path : {}).flatMap(([method, operation]) => {
      const id = METHODS.has(method) && isObject(operation) ? operation['operationId'] : undefined;
      return typeof id === 'string' ? [id] : [];
    }),
  );
}

function list(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.map((each: unknown) => (isObject(each) ? each : {})) : [];
}
