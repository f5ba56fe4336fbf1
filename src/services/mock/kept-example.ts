// Keeps a response of the server behind as an example of the collection, so that the next call like it is answered
// without that server.
import { isDeepStrictEqual } from 'node:util';
import { changeItem, insertItem, requestNamed } from '../../collections/edit/items.ts';
import type { Collection } from '../../collections/model/collection.ts';
import { example as exampleModel, exampleRequest } from '../../collections/model/example.ts';
import { request as requestModel, type SavedRequest } from '../../collections/model/request.ts';
import { requestsOf } from '../../collections/model/collection.ts';
import { collectionHeadNamed } from '../../collections/storage/named.ts';
import type { Workspace } from '../../collections/storage/workspace.ts';
import { parsePathAndQuery } from '../../documents/paths/path-and-query.ts';
import type { MockRoute } from './routes.ts';
import type { MockCall, PassedBody } from './server.ts';

/** Headers that say nothing about the response itself, or that may hold a secret. */
const NOT_KEPT =
  /^(?:age|alt-svc|connection|content-length|date|keep-alive|proxy-.*|server|set-cookie|strict-transport-security|transfer-encoding|via|x-request-id|.*(?:token|secret|auth|key).*)$/i;

/**
 * Resolves with the name of the example; null for a call that no server behind has answered, and for one whose response
 * has been saved since the mock has read its files: saving it again would change them without end. `collection`: its id.
 */
export async function keepPassed(
  workspace: Workspace,
  collection: string,
  { method, path, passed }: Pick<MockCall, 'method' | 'path' | 'passed'>,
  routes: readonly MockRoute[],
): Promise<string | null> {
  if (passed === null) return null;
  return workspace.exclusively(async () => {
    const stored = await workspace.wholeCollection(await collectionHeadNamed(workspace, collection));
    const added = withExample(stored.collection, { method, url: path, passed }, routes);
    if (added === null) return null;
    await workspace.replaceCollection(stored, added.collection);
    return added.name;
  });
}

interface Passed {
  readonly method: string;
  /** The path with its query. */
  readonly url: string;
  readonly passed: PassedBody;
}

/**
 * Returns the collection with the example: of the request whose path has no example yet, or of a new one; null where it
 * has the example.
 */
export function withExample(
  collection: Collection,
  { method, url, passed }: Passed,
  routes: readonly MockRoute[],
): { readonly collection: Collection; readonly name: string } | null {
  const [path = ''] = url.split(/[?#]/, 1);
  const query = parsePathAndQuery(url).query.map(([name, value]) => ({ name, value }));
  const sent = exampleRequest.parse({ method, url: `${originOf(collection)}${path}`, query });
  const name = `${passed.status} of ${method} ${path}`.slice(0, 200);
  const hasIt = [...requestsOf(collection.items)].some(({ request }) =>
    request.examples.some((each) => each.name === name && isSame(each.request ?? request, sent)),
  );
  if (hasIt) return null;
  const route = routes.find(
    (each) => each.examples.length === 0 && each.method === method && fits(each.path, path),
  );
  const example = exampleModel.parse({
    id: crypto.randomUUID(),
    name,
    status: passed.status,
    headers: passed.headers
      .filter(([each]) => !NOT_KEPT.test(each))
      .map(([header, value]) => ({ name: header, value })),
    ...textOf(passed.body),
    // That of a request with variables in its path is for this path alone.
    request: route === undefined ? null : sent,
  });
  if (route === undefined) {
    const request = requestModel.parse({
      id: crypto.randomUUID(),
      name: `${method} ${path}`.slice(0, 200),
      type: 'http',
      method,
      url: sent.url,
      query,
      examples: [example],
    });
    const items = insertItem(collection.items, null, { kind: 'request', request });
    return { collection: { ...collection, items }, name };
  }
  const { request } = requestNamed(collection, route.request).item;
  const items = changeItem(collection.items, request.id, () => ({
    kind: 'request',
    request: { ...request, examples: [...request.examples, example] },
  }));
  return { collection: { ...collection, items }, name };
}

type Asked = Pick<SavedRequest, 'url' | 'query'>;

function isSame(one: Asked, other: Asked): boolean {
  const pairs = ({ query }: Asked): unknown => query.map(({ name, value }) => [name, value]);
  return one.url === other.url && isDeepStrictEqual(pairs(one), pairs(other));
}

/** Returns what the URLs of the collection begin with: a variable such as `{{baseUrl}}`, or a host. */
function originOf({ items }: Collection): string {
  for (const { request } of requestsOf(items)) {
    const [origin] = /^(?:\{\{[^{}]+\}\}|https?:\/\/[^/?#]+)/.exec(request.url) ?? [];
    if (origin !== undefined) return origin;
  }
  return 'http://localhost';
}

/** True for a path that a route stands for; its variables fit anything. */
function fits(route: string, path: string): boolean {
  const [own, given] = [route, path].map((each) => each.split('/').filter((segment) => segment !== ''));
  return (
    own!.length === given!.length &&
    own!.every((segment, at) => /^[:{]/.test(segment) || segment === given![at])
  );
}

function textOf(body: Buffer): { readonly body: string; readonly base64?: true } {
  const text = body.toString();
  return text.includes('\ufffd') ? { body: body.toString('base64'), base64: true } : { body: text };
}
