import { expect, test } from 'vitest';
import { originalOf, type Content, type Held } from './edits.ts';
import { ruleOfEdit } from './rule-of-edit.ts';

const held = (stage: Held['stage']): Held => ({
  id: '1',
  requestId: 7,
  stage,
  ruleName: 'Hold',
  pausedAt: '2026-11-22T14:00:00.000Z',
  request: {
    method: 'POST',
    url: 'http://a.test:8080/one?x=1',
    headers: [
      { name: 'X-Gone', value: '1' },
      { name: 'Accept', value: 'a' },
    ],
    body: 'old',
  },
  response: { status: 200, headers: [{ name: 'Content-Length', value: '3' }], body: 'old' },
});

function made(stage: Held['stage'], change: Partial<Content>) {
  const message = held(stage);
  return ruleOfEdit(message, { ...originalOf(message), ...change });
}

test('an edited URL and edited headers are Map Remote', () => {
  const headers = [
    { name: 'Accept', value: 'b $1' },
    { name: 'X-Two', value: '1' },
    { name: 'x-two', value: '2' },
  ];
  expect(made('request', { url: 'https://a.test/two?x=$1', headers })).toEqual({
    tool: 'mapRemote',
    fields: {
      to: { scheme: 'https', port: 443, path: '/two', query: 'x=$$1' },
      requestHeaders: [
        { op: 'remove', name: 'X-Gone' },
        { op: 'set', name: 'Accept', value: 'b $$1' },
        { op: 'set', name: 'X-Two', value: '1' },
        { op: 'add', name: 'X-Two', value: '2' },
      ],
    },
  });
});

test('an edited body or method of a request is a script', () => {
  const { tool, fields } = made('request', {
    method: 'PUT',
    url: 'http://a.test:8080/one?x=2&x=3',
    headers: [{ name: 'Accept', value: '"' }],
    body: '{"new":"`${1}`"}',
  });
  expect(tool).toBe('scripting');
  expect(fields['code']).toBe(`function onRequest(context, url, request) {
  request.method = "PUT";
  request.queries = {"x":["2","3"]};
  delete request.headers["X-Gone"];
  request.headers["Accept"] = "\\"";
  request.body = "{\\"new\\":\\"\`\${1}\`\\"}";
}
`);
});

test('bytes of a request are given to the script in Base64', () => {
  expect(made('request', { body: { base64: 'AAE=' } }).fields['code']).toContain(
    'request.rawBody = base64.decodeBytes("AAE=");',
  );
});

test('an edited status and headers of a response are Map Remote', () => {
  expect(made('response', { status: '503' })).toEqual({
    tool: 'mapRemote',
    fields: { responseStatus: 503, responseHeaders: [] },
  });
});

test('an edited body of a response is Map Local, without framing', () => {
  const headers = [...held('response').response!.headers, { name: 'Content-Type', value: 'text/plain' }];
  expect(made('response', { headers, body: 'new' })).toEqual({
    tool: 'mapLocal',
    fields: {
      source: 'inline',
      status: 200,
      headers: [{ name: 'Content-Type', value: 'text/plain' }],
      body: { text: 'new' },
    },
  });
});
