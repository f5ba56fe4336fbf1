// Files as people write them, right and wrong, with the place of the mistake.
import { describe, expect, test } from 'vitest';
import { schemaErrors } from '../../test/helpers/file-schemas.ts';
import type { FileKindName } from '../../src/cli/schema/kinds.ts';

const RIGHT: readonly (readonly [FileKindName, string])[] = [
  ['request', 'url: https://example.com'],
  ['request', 'id: 5\nname: 7\nurl: x'],
  [
    'request',
    'headers: { Accept: application/json, X-Count: 5, X-Empty: , X-Off: { value: x, enabled: false } }',
  ],
  ['request', 'headers:\n  - Accept: application/json\n  - "X-A: 1"\n  - { name: X-B, value: 2, docs: why }'],
  ['request', 'params: { page: 1, all: null }'],
  ['request', 'query: [a=b, c]'],
  ['request', 'body: "{}"'],
  ['request', 'body: { json: { a: [1, { b: null }] } }'],
  ['request', 'body: { form: { a: b, c: { value: d, enabled: false } } }'],
  ['request', 'body: { multipart: { photo: { files: [a.png], contentType: image/png } } }'],
  ['request', 'body: { file: a.bin }'],
  ['request', 'body: { xml: <a/> }'],
  ['request', 'body: { graphql: "{ a }" }'],
  ['request', 'body: { graphql: { query: "query q { a }", variables: { b: 1 }, operationName: q } }'],
  ['request', 'body: { type: raw, language: json, text: { a: 1 } }'],
  ['request', 'auth: none'],
  ['request', 'auth: { bearer: "{{token}}" }'],
  ['request', 'auth: { bearer: { token: x } }'],
  ['request', 'auth: { basic: { username: a, password: 1234 } }'],
  ['request', 'auth: { apiKey: { key: X-Key, value: x, in: query } }'],
  ['request', 'auth: { jwt: { payload: { sub: 1 }, secret: x } }'],
  ['request', 'tags: smoke'],
  ['request', 'settings: { httpVersion: 2, timeoutMs: 500 }'],
  ['request', 'type: grpc\ngrpc: { service: a.B, method: C, messages: [{ id: 1 }, "{}"] }'],
  ['request', 'type: mcp\nmcp: { operation: tools/call, target: t, arguments: { a: 1 }, env: { A: b } }'],
  ['request', 'type: mqtt\nmqtt: { version: 5 }'],
  ['request', 'examples: [{ name: Found, body: { id: 1 }, headers: { A: b } }]'],
  ['folder', 'tags: [a, b]\nauth: inherit'],
  ['collection', 'variables: { base: https://example.com, key: { secret: true } }'],
  [
    'environment',
    'variables:\n  - { name: limits, type: json, value: { a: [1] } }\n  - base: https://example.com',
  ],
  ['globals', 'variables: { a: 1 }'],
  [
    'flow',
    'steps:\n  - { type: send, request: 5 }\n  - { type: loop, times: 2, steps: [{ type: delay, ms: 1 }] }',
  ],
  ['run', 'collection: Shop\nonly: Orders\nreports: junit'],
  ['workspace', 'name: Shop'],
];

describe('right', () => {
  test.each(RIGHT)('%s: %s', (kind, yaml) => {
    expect(schemaErrors(kind, yaml)).toEqual([]);
  });
});

const WRONG: readonly (readonly [FileKindName, string, string])[] = [
  ['request', 'ur: x', '/ must NOT have additional properties ur'],
  ['request', 'url: [x]', '/url must be string,number,boolean'],
  ['request', 'type: htp', '/type must be equal to one of the allowed values'],
  ['request', 'headers: { A: [1] }', '/headers/A must be string,number,boolean,null,object'],
  ['request', 'headers: { A: { val: 1 } }', '/headers/A must NOT have additional properties val'],
  ['request', 'headers: [{ a: 1, b: 2 }]', '/headers/0 must NOT have more than 1 properties'],
  ['request', 'headers: [{ name: a, valu: 2 }]', '/headers/0 must NOT have additional properties valu'],
  ['request', 'headers: Accept', '/headers must be object,array'],
  ['request', 'body: { jsn: 1 }', '/body must NOT have additional properties jsn'],
  ['request', 'body: { json: 1, text: a }', '/body must NOT have more than 1 properties'],
  ['request', 'body: { type: raw, txt: a }', '/body must NOT have additional properties txt'],
  [
    'request',
    'body: { graphql: { query: a, vars: 1 } }',
    '/body/graphql must NOT have additional properties vars',
  ],
  ['request', 'auth: nobody', '/auth must be equal to one of the allowed values'],
  ['request', 'auth: { type: basc }', '/auth/type must be equal to one of the allowed values'],
  ['request', 'auth: { basic: { user: x } }', '/auth/basic must NOT have additional properties user'],
  ['request', 'auth: { basic: x }', '/auth/basic must be object'],
  ['request', 'settings: { timeoutMs: -1 }', '/settings/timeoutMs must be >= 0'],
  ['request', 'settings: { verifyTls: nein }', '/settings/verifyTls must be boolean'],
  ['request', 'grpc: { mesages: [] }', '/grpc must NOT have additional properties mesages'],
  ['request', 'examples: [{ status: 1000 }]', '/examples/0/status must be <= 999'],
  ['request', 'tags: ["a,b"]', '/tags/0 must match pattern "^[^,]*$"'],
  [
    'environment',
    'variables: [{ name: a, sekret: true }]',
    '/variables/0 must NOT have additional properties sekret',
  ],
  ['flow', 'steps: [{ request: a }]', "/steps/0 must have required property 'type'"],
  ['flow', 'steps: [{ type: send }]', "/steps/0 must have required property 'request'"],
  [
    'flow',
    'steps: [{ type: loop, steps: [{ type: dlay }] }]',
    '/steps/0/steps/0/type must be equal to one of the allowed values',
  ],
  ['run', 'parallel: 0', '/parallel must be >= 1'],
  ['workspace', 'active: x', '/ must NOT have additional properties active'],
];

describe('wrong', () => {
  test.each(WRONG)('%s: %s', (kind, yaml, error) => {
    expect(schemaErrors(kind, yaml)[0]).toBe(error);
  });
});
