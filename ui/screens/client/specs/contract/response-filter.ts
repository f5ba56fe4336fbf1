// The filter of the traffic list that finds responses of an endpoint: by their ids, or of many by what they have in common.
import { partsOf } from './endpoint-lines.ts';
import type { Endpoint } from './use-contract.ts';

/** Variables of the path, and characters that end a value of the filter language, stand for anything. */
const ANYTHING = /\{[^{}]*\}|[\s"(),|&*]+/g;

export function responseFilter(
  endpoint: string,
  { status, type, count, ids }: Endpoint['responses'][number],
): string {
  if (count === ids.length) return `id:${ids.join(',')}`;
  const [method, path] = partsOf(endpoint);
  const pattern = path.replaceAll(ANYTHING, '*');
  const url = pattern.startsWith('/') ? `*${pattern}` : `*://${pattern}`;
  const filter = `method:${method} url:${url}* status:${status}`;
  return type === '' ? filter : `${filter} type:${type}`;
}
