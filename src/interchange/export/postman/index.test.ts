// Exports for Postman, and round trips of collections from other people through a workspace.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importContent } from '../../import/index.ts';
import { auth as authModel } from '../../../collections/model/auth.ts';
import type { Collection } from '../../../collections/model/collection.ts';
import { newRequest } from '../../../collections/model/request.ts';
import { exportFileName } from '../contract.ts';
import { postman } from './index.ts';
import { postmanEnvironment } from '../postman-environment.ts';
import { corpus } from '../../../../test/helpers/corpus.ts';

const folder = join(corpus, 'postman');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /collection[^/]*\.json$|bruno|fixtures/i.test(name) && !/malformed|-v1\./.test(name),
);

const write = (collection: Collection): string => postman.write(collection, { environment: null }).text;
/** JSON whose shape the assertions check. */
type Loose = ReturnType<typeof JSON.parse>;
const parse = (text: string): Loose => JSON.parse(text.replace(/^\uFEFF/, ''));

/** The parts of a file that a round trip must preserve, read independently of the import. */
const docs = (value: Loose): string => (typeof value === 'string' ? value : (value?.content ?? ''));
const pair = (entry: Loose): unknown[] => [
  entry.key ?? '',
  entry.value ?? '',
  entry.disabled === true || entry.enabled === false ? 'off' : 'on',
  docs(entry.description),
];
const isSaid = ([name, value, , text]: unknown[]): boolean => name !== '' || value !== '' || text !== '';

function headersOf(header: Loose): unknown {
  if (typeof header !== 'string') return (header ?? []).map(pair).filter(isSaid);
  const lines = header.split(/\r?\n/).filter((line) => line !== '');
  return lines.map((line) => [
    line.slice(0, line.indexOf(':')),
    line.slice(line.indexOf(':') + 1).trim(),
    'on',
    '',
  ]);
}

function urlOf(url: Loose): unknown {
  const { path, host, protocol, port, query, variable, auth, raw } =
    typeof url === 'object' && url !== null && (url.host ?? url.path) !== undefined
      ? url
      : { raw: url?.raw ?? url ?? '' };
  const segments: string[] = typeof path === 'string' ? path.replace(/^\//, '').split('/') : (path ?? []);
  const login = auth === undefined ? '' : `${auth.user}:${auth.password}@`;
  const address =
    raw !== undefined && host === undefined
      ? raw.split(/[?#]/)[0].trim()
      : `${protocol === undefined ? '' : `${protocol}://`}${login}${[host ?? []].flat().join('.')}${port === undefined ? '' : `:${port}`}${segments.length > 0 ? '/' : ''}${segments.join('/')}`;
  const asked =
    query ??
    (raw ?? '')
      .split('#')[0]
      .split('?')
      .slice(1)
      .join('?')
      .split('&')
      .filter((part: string) => part !== '')
      .map((part: string) => ({
        key: part.split('=')[0],
        value: part.includes('=') ? part.slice(part.indexOf('=') + 1) : null,
      }));
  const named = (address.match(/(?<=\/):[^/]+/g) ?? []).map((name: string) => name.slice(1));
  const variables = (variable ?? []).map((entry: Loose) => pair({ ...entry, key: entry.key ?? entry.id }));
  const listed = variables.map(([name]: [string]) => name);
  const missing = [...new Set(named)].filter((name) => !listed.includes(name));
  return {
    address,
    query: asked.map((entry: Loose) => [...pair(entry), entry.value === null]),
    variables: [...variables, ...missing.map((name) => [name, '', 'on', ''])],
  };
}

/** Without a language, Postman takes it from the Content-Type. */
function languageOf(headers: readonly (readonly unknown[])[]): string {
  const isJson = headers.some(
    ([name, value, state]) =>
      /^content-type$/i.test(String(name)) &&
      /^application\/(\S+\+)?json\b/i.test(String(value)) &&
      state === 'on',
  );
  return isJson ? 'json' : 'text';
}

function bodyOf(body: Loose, headers: readonly (readonly unknown[])[]): unknown {
  const content = body?.[body.mode];
  if (body === undefined || body === null || body.disabled === true || content === undefined) return null;
  if (typeof content === 'string')
    return content === '' ? null : [body.mode, content, body.options?.raw?.language ?? languageOf(headers)];
  if (body.mode === 'graphql') return [body.mode, content.query, content.variables];
  // Paths of files are not kept.
  if (body.mode === 'file') return ['file'];
  const fields = content.map((entry: Loose) =>
    entry.type === 'file'
      ? [entry.key, 'file', Math.max(1, [entry.src].flat().length), ...pair(entry).slice(2)]
      : pair(entry),
  );
  return fields.length === 0
    ? null
    : [body.mode, fields.filter((field: unknown[]) => field[1] === 'file' || isSaid(field))];
}

/** Everything in the original must be in the result, which may also contain Postman's defaults. */
function authOf(auth: Loose): unknown {
  if (auth === undefined || auth === null || auth.type === 'noauth') return auth?.type ?? null;
  const given = auth[auth.type] ?? [];
  const fields = Array.isArray(given)
    ? given.map(({ key, value }: Loose) => [key, value])
    : Object.entries(given);
  return {
    type: auth.type,
    fields: Object.fromEntries(fields.filter(([, value]: unknown[]) => value !== '' && value !== null)),
  };
}

function scriptsOf(event: Loose, listen: string): string {
  const texts = [event ?? []]
    .flat()
    .filter((entry: Loose) => entry.listen === listen && entry.disabled !== true);
  return texts
    .map(({ script }: Loose) => [script?.exec ?? script ?? ''].flat().join('\n'))
    .filter((text: string) => text.trim() !== '')
    .join('\n');
}

function requestOf(request: Loose): Record<string, unknown> {
  const asked = typeof request === 'string' ? { url: request } : (request ?? {});
  return {
    method: (asked.method ?? 'GET').toUpperCase(),
    url: urlOf(asked.url),
    headers: headersOf(asked.header),
    body: bodyOf(asked.body, headersOf(asked.header) as unknown[][]),
  };
}

function itemOf(item: Loose): Record<string, unknown> {
  const common = {
    name: item.name ?? (item.request === undefined ? item.name : 'New Request'),
    tests: scriptsOf(item.event, 'test'),
    preRequest: scriptsOf(item.event, 'prerequest'),
  };
  if (item.item !== undefined)
    return { ...common, auth: authOf(item.auth), docs: docs(item.description), items: item.item.map(itemOf) };
  return {
    ...common,
    ...requestOf(item.request),
    auth: authOf(item.request.auth),
    docs: docs(item.request.description ?? item.description),
    follows: item.protocolProfileBehavior?.followRedirects ?? true,
    verifies: item.protocolProfileBehavior?.strictSSL ?? true,
    responses: (item.response ?? []).map((response: Loose) => ({
      name: response.name,
      status: [response.code ?? 200, response.status ?? ''],
      headers: headersOf(response.header),
      body: response.body ?? '',
      ...(response.originalRequest !== undefined && { request: requestOf(response.originalRequest) }),
    })),
  };
}

function collectionOf(file: Loose): Record<string, unknown> {
  const { info, item, auth, event, variable, protocolProfileBehavior } = file.collection ?? file;
  const root = itemOf({ name: info?.name, description: info?.description, item, auth, event });
  const variables = (variable ?? []).map((entry: Loose) => [
    ...pair({ ...entry, value: String(entry.value ?? '') }),
    entry.type === 'secret',
  ]);
  return { ...root, variables, ...(protocolProfileBehavior === undefined ? {} : { inherited: true }) };
}

/** The export may add fields of `auth` that were not in the file. */
function saidBefore(after: Loose, before: Loose): Loose {
  if (Array.isArray(after)) return after.map((inner, index) => saidBefore(inner, before?.[index]));
  if (typeof after !== 'object' || after === null) return after;
  const isAuth = typeof after.fields === 'object' && typeof before?.fields === 'object';
  return Object.fromEntries(
    Object.entries(after).flatMap(([name, value]) => {
      if (name === 'inherited' || (name === 'request' && before?.request === undefined)) return [];
      if (!isAuth || name !== 'fields') return [[name, saidBefore(value, before?.[name])]];
      const known = Object.entries(value as object).filter(([key]) => key in before.fields);
      return [[name, Object.fromEntries(known)]];
    }),
  );
}

/** Counters and the like have no place in our model of authorization. */
const UNKEPT =
  /^(?:showPassword|saveHelperData|disableRetryRequest|nonceCount|clientNonce|timeStamp|tokenName|useBrowser|disableHeaderEncoding|_postman\w*)$/;

function withoutUnkept(value: Loose): Loose {
  if (Array.isArray(value)) return value.map(withoutUnkept);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'inherited' && !UNKEPT.test(name))
      .map(([name, inner]) => [name, withoutUnkept(inner)]),
  );
}

describe('through a workspace and back', () => {
  test.each(files)('%s', (name) => {
    const bytes = readFileSync(join(folder, name));
    const { collections } = importContent(bytes, name);
    const before = collectionOf(parse(bytes.toString()));
    const after = collectionOf(parse(write(collections[0]!)));
    const expected = withoutUnkept(before);
    expect(saidBefore(after, expected)).toEqual({ ...expected, name: expected.name ?? after['name'] });
  });

  test.each(files)('%s, once more, is the same file', (name) => {
    const text = write(importContent(readFileSync(join(folder, name)), name).collections[0]!);
    expect(write(importContent(Buffer.from(text), name).collections[0]!)).toBe(text);
  });
});

const empty: Collection = {
  id: 'c',
  name: 'C',
  docs: '',
  auth: { type: 'none' },
  variables: [],
  scripts: { preRequest: '', test: '' },
  items: [],
};

function itemsOf(...requests: Parameters<typeof newRequest>[0][]): Loose[] {
  const items = requests.map((request) => ({ kind: 'request' as const, request: newRequest(request) }));
  return parse(write({ ...empty, items })).item;
}

test('secrets stay; all else is as typed', () => {
  const variables = [
    { name: 'a', value: 'typed', enabled: true, secret: false, docs: '' },
    { name: 'b', value: 'hidden', enabled: false, secret: true, docs: 'why' },
  ];
  expect(parse(write({ ...empty, variables })).variable).toEqual([
    { key: 'a', value: 'typed' },
    { key: 'b', value: '', type: 'secret', disabled: true, description: 'why' },
  ]);
  const { text } = postmanEnvironment.write({ id: 'e', name: 'E', variables }, { environment: null });
  expect(parse(text)).toEqual({
    id: 'e',
    name: 'E',
    values: [
      { key: 'a', value: 'typed', type: 'default', enabled: true },
      { key: 'b', value: '', type: 'secret', enabled: false, description: 'why' },
    ],
    _postman_variable_scope: 'environment',
  });
  expect(importContent(Buffer.from(text), '').environments).toEqual([
    {
      id: 'e',
      name: 'E',
      variables: variables.map((variable) => (variable.secret ? { ...variable, value: '' } : variable)),
    },
  ]);
});

test.each([
  [
    'https://u:p@api.{{a.b}}.test:8443/x/{{c/d}}/',
    {
      protocol: 'https',
      auth: { user: 'u', password: 'p' },
      host: ['api', '{{a.b}}', 'test'],
      port: '8443',
      path: ['x', '{{c/d}}', ''],
    },
  ],
  ['{{base}}/:id', { host: ['{{base}}'], path: [':id'] }],
  ['http://[::1]:{{port}}', { protocol: 'http', host: ['[::1]'], port: '{{port}}' }],
  ['localhost:80', { host: ['localhost'], port: '80' }],
  ['', { host: [''] }],
])('the URL %s', (url, parts) => {
  const [item] = itemsOf({ id: 'r', url });
  expect(item.request.url).toEqual({ raw: url, ...parts });
});

test('settings that are not the usual ones', () => {
  const [plain, special] = itemsOf(
    { id: 'a' },
    {
      id: 'b',
      body: { type: 'raw', text: 'x' },
      settings: {
        followRedirects: false,
        maxRedirects: 3,
        keepMethod: true,
        keepAuthorization: true,
        verifyTls: false,
        sendCookies: false,
        encodeUrl: false,
        httpVersion: '1.1',
      },
    },
  );
  expect(plain.protocolProfileBehavior).toBeUndefined();
  expect(special.protocolProfileBehavior).toEqual({
    followRedirects: false,
    maxRedirects: 3,
    followOriginalHttpMethod: true,
    followAuthorizationHeader: true,
    strictSSL: false,
    disableCookies: true,
    disableUrlEncoding: true,
    protocolVersion: 'http1',
    disableBodyPruning: true,
  });
});

test('every kind of authorization comes back', () => {
  for (const { shape } of authModel.options) {
    const type = shape.type.value;
    if (type === 'wsse') continue;
    const fields = Object.keys(shape).filter((name) => name !== 'type');
    // Fills every text field with a text; choices get their last option.
    let auth = authModel.parse({ type });
    for (const name of fields)
      for (const value of ['text', true, 'query', 'plain', 'body', 'sha1', 'implicit']) {
        const tried = authModel.safeParse({ ...auth, [name]: value });
        if (tried.success) auth = tried.data;
      }
    if (auth.type === 'oauth1') auth = { ...auth, addTo: 'query' };
    const items = [{ kind: 'request' as const, request: newRequest({ id: 'r', auth }) }];
    const [again] = importContent(Buffer.from(write({ ...empty, items })), '').collections[0]!.items;
    expect(again).toMatchObject({ request: { auth } });
  }
});

test('authorization that Postman does not have becomes none, and is not inherited', () => {
  const auth = authModel.parse({ type: 'wsse', username: 'u' });
  const items = [{ kind: 'request' as const, request: newRequest({ id: 'r', name: 'R', auth }) }];
  const { text, warnings } = postman.write({ ...empty, items }, { environment: null });
  expect(importContent(Buffer.from(text), '').collections[0]!.items).toMatchObject([
    { request: { auth: { type: 'none' } } },
  ]);
  expect(warnings).toEqual(['R: authorization of the type wsse cannot be expressed: it became No Auth']);
});

test('losses are reported', () => {
  const requests = [
    newRequest({ id: 'a', name: 'Socket', type: 'websocket', websocket: {} }),
    newRequest({
      id: 'b',
      name: 'Picture',
      examples: [{ id: 'e', name: 'Bytes', body: 'AP8=', base64: true }],
    }),
  ];
  const items = requests.map((request) => ({ kind: 'request' as const, request }));
  const { text, warnings } = postman.write({ ...empty, items }, { environment: null });
  expect(parse(text).item.map(({ name }: Loose) => name)).toEqual(['Picture']);
  expect(warnings).toEqual([
    expect.stringContaining('"Socket" is of the type websocket'),
    expect.stringContaining('"Bytes" of "Picture"'),
  ]);
});

test.each([
  ['My API', 'My API.postman_collection.json'],
  ['../../etc/passwd', '-..-etc-passwd.postman_collection.json'],
  ['a:b*c?\0', 'a-b-c-.postman_collection.json'],
  ['CON', '_CON.postman_collection.json'],
  ['', 'untitled.postman_collection.json'],
  ['é'.repeat(300), `${'é'.repeat(90)}.postman_collection.json`],
])('the file of %j', (name, file) => {
  expect(exportFileName(postman, name)).toBe(file);
});
