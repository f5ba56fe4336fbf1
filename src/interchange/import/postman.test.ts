// Collections, environments and globals of Postman: every rule of their conversion.
import { describe, expect, test } from 'vitest';
import { requestsOf, type Collection } from '../../collections/model/collection.ts';
import type { Imported } from '../../collections/model/imported.ts';
import type { SavedRequest } from '../../collections/model/request.ts';
import { importContent } from './index.ts';

const schema = (version: string): string =>
  `https://schema.getpostman.com/json/collection/v${version}.0/collection.json`;

function importOf(file: unknown, name = 'a.json'): Imported {
  return importContent(Buffer.from(JSON.stringify(file)), name);
}

function collectionOf(fields: object, version = '2.1'): Collection {
  return importOf({ info: { name: 'C', schema: schema(version) }, item: [], ...fields }).collections[0]!;
}

/** The only request, with the warnings that it caused. */
function oneOf(
  item: object,
  version = '2.1',
): { readonly request: SavedRequest; readonly warnings: readonly string[] } {
  const { collections, warnings } = importOf({
    info: { name: 'C', schema: schema(version) },
    item: [{ name: 'R', ...item }],
  });
  return { request: [...requestsOf(collections[0]!.items)][0]!.request, warnings };
}

const requestOf = (request: unknown, version = '2.1'): SavedRequest => oneOf({ request }, version).request;
const pair = (name: string, value: string): object => ({ name, value, enabled: true, docs: '' });

test('a report of Newman is its collection, not an empty environment', () => {
  const collection = {
    info: { name: 'C', schema: schema('2.1') },
    item: [{ name: 'R', request: 'http://a.test' }],
  };
  const { collections, environments, warnings } = importOf({
    collection,
    environment: { values: [] },
    run: {},
  });
  expect(collections.map(({ name }) => name)).toEqual(['C']);
  expect(environments).toEqual([]);
  expect(warnings).toEqual([expect.stringMatching(/report of a run/)]);
});

test('the types of variables', () => {
  const values = [
    { key: 'text', value: '5', type: 'string' },
    { key: 'plain', value: '5' },
    { key: 'declared', value: '5', type: 'number' },
    { key: 'number', value: 5 },
    { key: 'flag', value: 'true', type: 'boolean' },
    { key: 'list', value: [1, 2] },
  ];
  expect(collectionOf({ variable: values }).variables.map(({ type }) => type)).toEqual([
    undefined,
    undefined,
    'number',
    'number',
    'boolean',
    'json',
  ]);
});

describe('a collection', () => {
  test('keeps name, docs, variables, scripts and the tree', () => {
    const [collection] = importOf({
      info: {
        _postman_id: 'abc-1',
        name: 'Shop',
        description: { content: 'All of it' },
        schema: schema('2.1'),
      },
      variable: [
        { key: 'base', value: 'http://a.test' },
        { key: 'token', value: 's3cret', type: 'secret' },
        { key: 'retries', value: 3, disabled: true, description: 'how often' },
        { key: 'user', value: { name: 'x' } },
      ],
      event: [
        { listen: 'prerequest', script: { exec: ['a();', 'b();'] } },
        { listen: 'test', script: { exec: 'c();' } },
      ],
      item: [
        {
          name: 'Users',
          description: 'People',
          item: [
            { name: 'One', request: 'http://a.test/1' },
            { name: 'Deep', item: [] },
          ],
        },
        { name: 'Top', request: { method: 'post{{x}}', url: 'http://a.test' } },
      ],
    }).collections;
    expect(collection).toMatchObject({
      id: 'abc-1',
      name: 'Shop',
      docs: 'All of it',
      variables: [
        { name: 'base', value: 'http://a.test', secret: false, enabled: true },
        { name: 'token', value: 's3cret', secret: true },
        { name: 'retries', value: '3', enabled: false, docs: 'how often' },
        { name: 'user', value: '{"name":"x"}' },
      ],
      scripts: { preRequest: 'a();\nb();', test: 'c();' },
      items: [
        {
          kind: 'folder',
          folder: {
            name: 'Users',
            docs: 'People',
            items: [{ request: { method: 'GET' } }, { folder: { name: 'Deep' } }],
          },
        },
        { kind: 'request', request: { name: 'Top', method: 'POST{{x}}' } },
      ],
    });
  });

  test('may be wrapped', () => {
    const inner = {
      info: { name: 'W', schema: schema('2.1') },
      item: [{ name: 'R', request: 'http://a.test' }],
    };
    expect(importOf({ collection: inner }).collections[0]).toMatchObject({
      name: 'W',
      items: [{ kind: 'request' }],
    });
  });

  test('of an unknown schema is read as 2.1, with a warning', () => {
    const { collections, warnings } = importOf({ info: { name: 'C', schema: schema('999.0') }, item: [] });
    expect(collections).toHaveLength(1);
    expect(warnings).toEqual([expect.stringContaining('version 999.0.0')]);
  });

  test('without info is named after its file', () => {
    const { collections, warnings } = importOf(
      { item: [{ name: 'R', request: 'http://a' }] },
      'x/Shop.v2.postman_collection.json',
    );
    expect(collections[0]!.name).toBe('Shop.v2');
    expect(warnings).toHaveLength(1);
  });

  test.each([
    [{ info: { name: 'C' }, item: 'text' }, /"item" is a text, where a list/],
    [{ info: { name: 'C' } }, /"item" is missing/],
    [{ hello: 1 }, /none of the supported formats/],
  ])('%j is refused', (file, reason) => {
    expect(() => importOf(file)).toThrow(reason);
  });

  test('duplicate ids, and those that could be paths, are replaced', () => {
    const { items } = collectionOf({
      item: [
        { name: 'A', id: 'same', request: 'http://a' },
        { name: 'B', id: 'same', request: 'http://a' },
        { name: 'C', id: '../../x', request: 'http://a' },
      ],
    });
    const ids = [...requestsOf(items)].map(({ request }) => request.id);
    expect(ids[0]).toBe('same');
    expect(new Set(ids).size).toBe(3);
    expect(ids.slice(1).every((id) => /^[\da-f-]{36}$/.test(id))).toBe(true);
  });

  test('names are unchanged: duplicates, NFD, __proto__, with slashes', () => {
    const names = ['Same', 'Same', 'Cafe\u0301', '__proto__', '../x', 'x'.repeat(300)];
    const { items } = collectionOf({ item: names.map((name) => ({ name, request: 'http://a' })) });
    expect([...requestsOf(items)].map(({ request }) => request.name)).toEqual(names);
  });

  test('folders that are nested too deep are dissolved', () => {
    let item: object = { name: 'leaf', request: 'http://a' };
    for (let depth = 0; depth < 80; depth += 1) item = { name: `f${depth}`, item: [item] };
    const { collections, warnings } = importOf({ info: { name: 'C', schema: schema('2.1') }, item: [item] });
    const [placed] = [...requestsOf(collections[0]!.items)];
    expect(placed!.folders).toHaveLength(50);
    expect(warnings).toEqual([expect.stringContaining('folders are nested more than 50 levels deep')]);
  });
});

describe('a URL', () => {
  test.each([
    [
      'http://a.test/x?a=1&b&c=#top',
      'http://a.test/x',
      [
        ['a', '1'],
        ['b', null],
        ['c', ''],
      ],
    ],
    ['{{base}}/x?q={{a?b&c}}', '{{base}}/x', [['q', '{{a?b&c}}']]],
    ['', '', []],
  ])('as text: %s', (raw, url, query) => {
    const request = requestOf({ url: raw });
    expect(request.url).toBe(url);
    expect(request.query.map(({ name, value }) => [name, value])).toEqual(query);
  });

  test('in parts', () => {
    const { url, query, path } = requestOf({
      url: {
        raw: 'ignored',
        protocol: 'https',
        auth: { user: 'u', password: 'p' },
        host: ['api', '{{domain}}'],
        port: 8443,
        path: ['v1', { type: 'any', value: ':id' }, ':other', ''],
        query: [
          { key: 'a', value: '1', description: 'first' },
          { key: 'b', value: null },
          { key: 'c', value: 'x', disabled: true },
          { key: null, value: 'nameless' },
        ],
        variable: [{ key: 'id', value: '7', description: 'which' }],
      },
    });
    expect(url).toBe('https://u:p@api.{{domain}}:8443/v1/:id/:other/');
    expect(query).toEqual([
      { name: 'a', value: '1', enabled: true, docs: 'first' },
      { name: 'b', value: null, enabled: true, docs: '' },
      { name: 'c', value: 'x', enabled: false, docs: '' },
      { name: '', value: 'nameless', enabled: true, docs: '' },
    ]);
    expect(path).toEqual([{ name: 'id', value: '7', enabled: true, docs: 'which' }, pair('other', '')]);
  });

  test('with only its text, and with host and path as texts', () => {
    expect(requestOf({ url: { raw: 'http://a.test/:id?x=1' } })).toMatchObject({
      url: 'http://a.test/:id',
      query: [{ name: 'x' }],
      path: [{ name: 'id' }],
    });
    expect(requestOf({ url: { protocol: 'http', host: 'a.test', path: '/x/y' } }).url).toBe(
      'http://a.test/x/y',
    );
    expect(requestOf({ url: { host: 'a.test', path: 'x?a=1', query: { b: '2' } } })).toMatchObject({
      url: 'a.test/x',
      query: [{ name: 'a' }, { name: 'b', value: '2' }],
    });
  });

  test('a port is not a path variable, and a fragment is reported', () => {
    const { request, warnings } = oneOf({ request: { url: 'localhost:3000/:id/#/route' } });
    expect(request.path).toEqual([pair('id', '')]);
    expect(request.url).toBe('localhost:3000/:id/');
    expect(warnings).toEqual([expect.stringContaining('R: the fragment "#/route"')]);
  });
});

describe('headers', () => {
  test('as a list, with those that are off, twice, without value', () => {
    expect(
      requestOf({
        header: [
          { key: 'A', value: '1' },
          { key: 'A', value: '2', disabled: true },
          { key: 'B', value: null, description: { content: 'why' } },
          { key: '', value: '' },
          'C: 3',
        ],
      }).headers,
    ).toEqual([
      pair('A', '1'),
      { ...pair('A', '2'), enabled: false },
      { ...pair('B', ''), docs: 'why' },
      pair('C', '3'),
    ]);
  });

  test('as text, and null', () => {
    expect(requestOf({ header: 'A: 1\r\nB: x:y\n\n' }).headers).toEqual([pair('A', '1'), pair('B', 'x:y')]);
    expect(requestOf({ header: null }).headers).toEqual([]);
  });
});

describe('a body', () => {
  const bodyOf = (body: unknown): unknown => requestOf({ method: 'POST', body }).body;

  test.each([
    [
      { mode: 'raw', raw: '{}', options: { raw: { language: 'json' } } },
      { type: 'raw', language: 'json', text: '{}' },
    ],
    [
      { mode: 'raw', raw: 'x' },
      { type: 'raw', language: 'text', text: 'x' },
    ],
    [{ mode: 'raw', raw: '' }, { type: 'none' }],
    [
      { mode: 'raw', raw: { a: 1 } },
      { type: 'raw', language: 'text', text: '{"a":1}' },
    ],
    [
      { mode: 'urlencoded', urlencoded: 'a=1%202&b' },
      { type: 'urlencoded', fields: [pair('a', '1 2'), pair('b', '')] },
    ],
    [
      { mode: 'urlencoded', urlencoded: [{ key: 'a', value: '1', disabled: true }] },
      { type: 'urlencoded', fields: [{ ...pair('a', '1'), enabled: false }] },
    ],
    [
      { mode: 'graphql', graphql: { query: '{a}', variables: { b: 1 }, operationName: 'o' } },
      { type: 'graphql', query: '{a}', variables: '{"b":1}', operationName: 'o' },
    ],
    [
      { mode: 'graphql', graphql: '{a}' },
      { type: 'graphql', query: '{a}', variables: '', operationName: '' },
    ],
    [
      { mode: 'file', file: { src: '/etc/passwd' } },
      { type: 'file', path: '', hint: '/etc/passwd' },
    ],
    [
      { mode: 'file', file: { content: 'inline' } },
      { type: 'raw', language: 'text', text: 'inline' },
    ],
    [{ mode: 'file' }, { type: 'file', path: '' }],
    [null, { type: 'none' }],
    [{ mode: 'none' }, { type: 'none' }],
    ['plain', { type: 'raw', language: 'text', text: 'plain' }],
  ])('%j', (given, body) => {
    expect(bodyOf(given)).toEqual(body);
  });

  test('a form with files, whose paths must be selected again', () => {
    const formdata = [
      { key: 'a', value: '1', type: 'text', contentType: 'text/csv' },
      { key: 'f', type: 'file', src: '/etc/passwd' },
      { key: 'g', type: 'file', src: ['x', 'y'], enabled: false },
      { key: 'h', type: 'file', src: null },
    ];
    const { request, warnings } = oneOf({
      request: { method: 'POST', body: { mode: 'formdata', formdata } },
    });
    expect(request.body).toMatchObject({
      type: 'multipart',
      fields: [
        { name: 'a', value: '1', files: null, contentType: 'text/csv' },
        { name: 'f', value: '', files: [''], hints: ['/etc/passwd'] },
        { name: 'g', files: ['', ''], hints: ['x', 'y'], enabled: false },
        { name: 'h', files: [''] },
      ],
    });
    expect(warnings).toEqual(
      ['/etc/passwd', 'x', 'y'].map((path) => `R: the file "${path}" must be selected again`),
    );
  });

  test('of GraphQL makes a GraphQL request', () => {
    expect(requestOf({ method: 'POST', body: { mode: 'graphql', graphql: { query: '{a}' } } }).type).toBe(
      'graphql',
    );
  });

  test('that is disabled, or of an unknown mode or language, is reported', () => {
    const warningsOf = (body: object): readonly string[] =>
      oneOf({ request: { method: 'POST', body } }).warnings;
    expect(warningsOf({ mode: 'raw', raw: 'x', disabled: true })).toEqual([
      expect.stringContaining('switched off'),
    ]);
    expect(warningsOf({ mode: 'smoke', smoke: 'x' })).toEqual([expect.stringContaining('mode "smoke"')]);
    expect(warningsOf({ mode: 'raw', raw: 'x', options: { raw: { language: 'cobol' } } })).toEqual([
      expect.stringContaining('"cobol"'),
    ]);
  });

  test('of GET is kept, and sent only where Postman would', () => {
    const body = { mode: 'raw', raw: 'x' };
    const sends = (item: object): boolean =>
      oneOf({ request: { method: 'GET', body }, ...item }).request.settings.bodyWithGet ?? true;
    expect(sends({})).toBe(false);
    expect(sends({ protocolProfileBehavior: { disableBodyPruning: true } })).toBe(true);
    expect(oneOf({ request: { method: 'GET', body } }).request.body).toMatchObject({ text: 'x' });
  });
});

describe('authorization', () => {
  const list = (fields: object): object[] =>
    Object.entries(fields).map(([key, value]) => ({ key, value, type: 'any' }));
  const authOf = (type: string, fields: object): unknown => {
    const old = requestOf({ auth: { type, [type]: fields } }, '2.0').auth;
    const now = requestOf({ auth: { type, [type]: list(fields) } }).auth;
    expect(old).toEqual(now);
    return now;
  };

  test.each<[string, object, object]>([
    ['basic', { username: 'u', password: 'p' }, { type: 'basic', username: 'u', password: 'p' }],
    ['bearer', { token: 't' }, { type: 'bearer', token: 't' }],
    ['apikey', { key: 'k', value: 'v', in: 'query' }, { type: 'apiKey', key: 'k', value: 'v', in: 'query' }],
    ['apikey', { key: 'k', value: 'v' }, { type: 'apiKey', in: 'header' }],
    [
      'digest',
      { username: 'u', password: 'p', realm: 'r', qop: 'auth' },
      { type: 'digest', realm: 'r', qop: 'auth' },
    ],
    [
      'oauth1',
      { consumerKey: 'c', signatureMethod: 'RSA-SHA1', addParamsToHeader: true },
      { type: 'oauth1', consumerKey: 'c', signatureMethod: 'RSA-SHA1', addTo: 'header' },
    ],
    [
      'oauth1',
      { consumerKey: 'c', addEmptyParamsToSign: true },
      { type: 'oauth1', addTo: 'query', addEmptyParams: true },
    ],
    [
      'oauth2',
      { accessToken: 't', addTokenTo: 'queryParams' },
      { type: 'oauth2', grant: 'token', accessToken: 't', addTokenTo: 'query' },
    ],
    [
      'oauth2',
      {
        grant_type: 'authorization_code_with_pkce',
        redirect_uri: 'r',
        code_verifier: 'v',
        client_authentication: 'body',
      },
      { grant: 'authorizationCodePkce', redirectUri: 'r', codeVerifier: 'v', clientAuthentication: 'body' },
    ],
    ['oauth2', { authUrl: 'https://a' }, { grant: 'authorizationCode' }],
    [
      'awsv4',
      { accessKey: 'a', secretKey: 's', service: 's3', addAuthDataToQuery: true },
      { type: 'awsv4', region: 'us-east-1', service: 's3', addTo: 'query' },
    ],
    [
      'hawk',
      { authId: 'i', authKey: 'k', algorithm: 'sha1', includePayloadHash: true },
      { type: 'hawk', authId: 'i', algorithm: 'sha1', includePayloadHash: true },
    ],
    [
      'jwt',
      { algorithm: 'RS256', privateKey: 'a key in PEM', payload: '{}', header: '{}' },
      { type: 'jwt', algorithm: 'RS256', secret: 'a key in PEM', payload: '{}', headers: '{}' },
    ],
    [
      'jwt',
      {
        algorithm: 'RS256',
        payload: { a: 1 },
        header: '{}',
        isSecretBase64Encoded: true,
        addTokenTo: 'queryParam',
        queryParamKey: 'jwt',
      },
      {
        type: 'jwt',
        algorithm: 'RS256',
        payload: '{"a":1}',
        isSecretBase64: true,
        addTo: 'query',
        queryParam: 'jwt',
      },
    ],
    [
      'edgegrid',
      { accessToken: 'a', baseURL: 'b', maxBodySize: 10 },
      { type: 'edgegrid', accessToken: 'a', baseUrl: 'b', maxBodySize: '10' },
    ],
    [
      'ntlm',
      { username: 'u', domain: 'd', workstation: 'w' },
      { type: 'ntlm', username: 'u', domain: 'd', workstation: 'w' },
    ],
    [
      'asap',
      { alg: 'ES256', iss: 'i', aud: 'a', kid: 'k', exp: 60, claims: { a: 1 } },
      {
        type: 'asap',
        algorithm: 'ES256',
        issuer: 'i',
        audience: 'a',
        keyId: 'k',
        expiry: '60',
        claims: '{"a":1}',
      },
    ],
  ])('%s %j', (type, fields, auth) => {
    expect(authOf(type, fields)).toMatchObject(auth);
  });

  test('inherited, none, and what is not known', () => {
    expect(requestOf({ auth: null }).auth).toEqual({ type: 'inherit' });
    expect(requestOf({}).auth).toEqual({ type: 'inherit' });
    expect(requestOf({ auth: { type: 'noauth' } }).auth).toEqual({ type: 'none' });
    const { request, warnings } = oneOf({ request: { auth: { type: 'azure', azure: [] } } });
    expect(request.auth).toEqual({ type: 'none' });
    expect(warnings).toEqual(['R: authorization of the type "azure" is not supported: it became No Auth']);
  });

  test('on all levels', () => {
    const basic = { type: 'basic', basic: [{ key: 'username', value: 'u' }] };
    const collection = collectionOf({
      auth: basic,
      item: [
        { name: 'F', auth: { type: 'noauth' }, item: [] },
        { name: 'G', item: [] },
      ],
    });
    expect(collection.auth).toMatchObject({ type: 'basic', username: 'u' });
    expect(collection.items).toMatchObject([
      { folder: { auth: { type: 'none' } } },
      { folder: { auth: { type: 'inherit' } } },
    ]);
    expect(collectionOf({ auth: null }).auth).toEqual({ type: 'none' });
  });

  test('OAuth 1.0 outside the header goes into a form', () => {
    const oauth1 = { type: 'oauth1', oauth1: [{ key: 'addParamsToHeader', value: false }] };
    const body = { mode: 'urlencoded', urlencoded: 'a=1' };
    expect(requestOf({ method: 'POST', auth: oauth1, body }).auth).toMatchObject({ addTo: 'body' });
  });
});

describe('scripts', () => {
  test('as text and lines, several in order, a single one, disabled ones reported', () => {
    const { request, warnings } = oneOf({
      request: 'http://a',
      event: [
        { listen: 'test', script: 'one' },
        { listen: 'test', script: { exec: ['two', 'three'] } },
        { listen: 'prerequest', disabled: true, script: { exec: ['off'] } },
        { listen: 'prerequest', script: { src: 'http://evil.test/x.js' } },
        { listen: 'noon', script: 'x' },
      ],
    });
    expect(request.scripts).toEqual({ preRequest: '', test: 'try {\none\n} finally {\ntwo\nthree\n}' });
    expect(warnings).toEqual([
      expect.stringContaining('"prerequest" is switched off'),
      expect.stringContaining('at another address'),
      expect.stringContaining('"noon" is unknown'),
    ]);
    expect(oneOf({ request: 'http://a', event: { listen: 'test', script: 'x' } }).request.scripts.test).toBe(
      'x',
    );
  });
});

test('a hundred thousand scripts of one event', () => {
  const event = Array.from({ length: 100_000 }, (_, at) => ({ listen: 'test', script: `s${at}` }));
  const { test: text } = oneOf({ request: 'http://a', event }).request.scripts;
  expect(text.startsWith('try {\ns0\n} finally {\ntry {\ns1\n}')).toBe(true);
  expect(text.endsWith(`{\ns99999${'\n}'.repeat(99_999)}`)).toBe(true);
});

describe('settings', () => {
  test('of the request, on top of those of folder and collection', () => {
    const collection = collectionOf({
      protocolProfileBehavior: { followRedirects: false, strictSSL: false, maxRedirects: 3 },
      item: [
        {
          name: 'F',
          protocolProfileBehavior: { followRedirects: true, disableCookies: true },
          item: [
            {
              name: 'R',
              request: 'http://a',
              protocolProfileBehavior: {
                followOriginalHttpMethod: true,
                followAuthorizationHeader: true,
                disableUrlEncoding: true,
                protocolVersion: 'http2',
              },
            },
          ],
        },
      ],
    });
    // Redirects are followed anyway, so nothing is set for that.
    expect([...requestsOf(collection.items)][0]!.request.settings).toEqual({
      verifyTls: false,
      maxRedirects: 3,
      sendCookies: false,
      keepMethod: true,
      keepAuthorization: true,
      encodeUrl: false,
      httpVersion: '2',
    });
  });

  test('without an equivalent are reported', () => {
    const behavior = { tlsPreferServerCiphers: true, disabledSystemHeaders: {}, followRedirects: 'no' };
    expect(oneOf({ request: 'http://a', protocolProfileBehavior: behavior }).warnings).toEqual([
      'R: the setting "tlsPreferServerCiphers" is not supported and was left out',
      'R: the setting "followRedirects" has an invalid value, and was left out',
    ]);
  });
});

test('saved responses become examples', () => {
  const { request } = oneOf({
    request: 'http://a.test',
    response: [
      {
        id: 'r1',
        name: 'Good',
        originalRequest: {
          method: 'PUT',
          url: { raw: 'http://a.test/:id', host: ['a', 'test'], path: [':id'] },
          body: { mode: 'raw', raw: 'x' },
        },
        status: 'Created',
        code: 201,
        header: 'A: 1\nB: 2',
        body: '{}',
      },
      { name: 'Empty', header: null, body: null, originalRequest: 'http://a.test' },
      { name: 'Bytes', code: '204', stream: { type: 'Buffer', data: [0, 255] } },
      'no response',
    ],
  });
  expect(request.examples).toMatchObject([
    {
      id: 'r1',
      name: 'Good',
      status: 201,
      reason: 'Created',
      headers: [pair('A', '1'), pair('B', '2')],
      body: '{}',
      request: { method: 'PUT', url: 'a.test/:id', path: [{ name: 'id' }], body: { type: 'raw' } },
    },
    { name: 'Empty', status: 200, body: '', headers: [], request: { method: 'GET', url: 'http://a.test' } },
    { name: 'Bytes', status: 204, base64: true, body: 'AP8=', request: null },
  ]);
});

describe('variables of their own', () => {
  const values = [
    { key: 'a', value: '1', enabled: true },
    { key: 'b', value: '2', enabled: false, type: 'secret', description: 'why' },
    { key: '__proto__', value: 'x' },
  ];

  test('an environment', () => {
    const { environments } = importOf({ id: 'e1', name: 'Local', values });
    expect(environments).toEqual([
      {
        id: 'e1',
        name: 'Local',
        variables: [
          { name: 'a', value: '1', enabled: true, secret: false, docs: '' },
          { name: 'b', value: '2', enabled: false, secret: true, docs: 'why' },
          { name: '__proto__', value: 'x', enabled: true, secret: false, docs: '' },
        ],
      },
    ]);
    expect(importOf({ values }, 'prod.postman_environment.json').environments[0]!.name).toBe('prod');
    expect(importOf({ environment: { name: 'W', values } }).environments[0]!.name).toBe('W');
  });

  test('globals, as exported and as a bare list', () => {
    expect(importOf({ name: 'g', values, _postman_variable_scope: 'globals' }).globals).toHaveLength(3);
    const bare = importOf(values);
    expect(bare.globals).toHaveLength(3);
    expect(bare.warnings).toHaveLength(1);
  });
});
