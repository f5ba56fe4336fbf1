// Adds an example for a call that none fits, as one step that can be taken back.
import type { ParamsOf } from '../../../../src/session/methods/ui-types.ts';
import { rpc } from '../../../api/client.ts';
import { act, placed } from '../model/steps.ts';
import type { TreeObject } from '../model/workspace.ts';
import type { Route, UnmatchedRequest } from './model.ts';

export interface UnmatchedCall {
  /** The id of the collection. */
  readonly collection: string;
  readonly method: string;
  readonly unmatched: UnmatchedRequest;
  readonly routes: readonly Route[];
}

interface NewExample {
  readonly name: string;
  readonly status: number;
  readonly body: string;
}

type Calls = ParamsOf<'client.act'>['calls'];

export async function addExample(
  { collection, method, unmatched, routes }: UnmatchedCall,
  path: string,
  { name, status, body }: NewExample,
): Promise<void> {
  const headers = [{ name: 'Content-Type', value: isJson(body) ? 'application/json' : 'text/plain' }];
  const calls: Calls[number][] = [];
  let request = routes.find((route) => route.method === method && route.path === path)?.request;
  if (request === undefined) {
    request = freeName(`${method} ${path.split('?')[0]!}`, placed(`collection:${collection}`)?.object);
    const url = `${await originOf(collection, routes)}${path}`;
    const params = { collection, name: request, method, url, ...bodyOf(unmatched) };
    calls.push({ method: 'create_request', params });
  }
  calls.push({
    method: 'save_example',
    params: { collection, request, name, status, ...(body !== '' && { headers, body }) },
  });
  await act(`Added the example ${name}`, calls);
}

function bodyOf({ body: { text = '' }, omitted }: UnmatchedRequest): object {
  return text === '' || omitted > 0 ? {} : { body: { mode: isJson(text) ? 'json' : 'text', text } };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns what the URLs of the collection begin with: a variable such as `{{baseUrl}}`, or a host. */
async function originOf(collection: string, routes: readonly Route[]): Promise<string> {
  const request = routes[0]?.request;
  if (request === undefined) return 'http://localhost';
  const { url } = await rpc('get_saved_request', { collection, request });
  return /^(?:\{\{[^{}]+\}\}|https?:\/\/[^/?#]+)/.exec(String(url))?.[0] ?? 'http://localhost';
}

/** Returns a name that no object of the collection has, because the example finds its request by it. */
function freeName(name: string, collection: TreeObject | undefined): string {
  const taken = new Set(collection === undefined ? [] : namesIn(collection));
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${name} ${number}`;
    if (!taken.has(free)) return free;
  }
}

function namesIn({ items = [] }: TreeObject): readonly string[] {
  return items.flatMap((item) => [item.name, ...namesIn(item)]);
}
