import { describe, expect, test } from 'vitest';
import { capturedFlow, type Captured } from '../../../../test/helpers/flows.ts';
import { TestExchange, type GivenRequest } from '../../../../test/helpers/interception.ts';
import { z } from 'zod';
import { Client } from '../../../flow/client.ts';
import { ruleFields, type Rule } from '../rule.ts';
import { CompiledRule } from './compiled-rule.ts';
import { ExchangeSubject, FlowSubject } from './subject.ts';

const schema = z.object(ruleFields);

function compiled(fields: Readonly<Record<string, unknown>>): CompiledRule {
  const rule: Rule = schema.parse(fields);
  return new CompiledRule(rule, rule);
}

async function decision(conditions: unknown, request: GivenRequest): Promise<string> {
  return compiled({ conditions }).decide(new ExchangeSubject(new TestExchange(request)));
}

const json = { fields: [['Content-Type', 'application/json']] } as const;

describe('conditions', () => {
  const url = 'https://api.a.test/x?q=Caf%C3%A9&tag=1&tag=2&empty';
  test.each<[object, GivenRequest, string]>([
    [{ query: [{ name: 'q', op: 'exists' }] }, { url }, 'yes'],
    [{ query: [{ name: 'q', op: 'equals', value: 'Café' }] }, { url }, 'yes'],
    [{ query: [{ name: 'tag', op: 'equals', value: '2' }] }, { url }, 'yes'],
    [{ query: [{ name: 'tag', op: 'equals', value: '3' }] }, { url }, 'no'],
    [{ query: [{ name: 'empty' }] }, { url }, 'yes'],
    [{ query: [{ name: 'Q' }] }, { url }, 'no'],
    [{ query: [{ name: 'other', op: 'absent' }] }, { url }, 'yes'],
    [{ query: [{ name: 'q', op: 'absent' }] }, { url }, 'no'],
    [{ query: [{ name: 'q', op: 'regex', value: '^C.f' }] }, { url }, 'yes'],
    [{ headers: [{ name: 'X-A', op: 'equals', value: '1' }] }, { fields: [['x-a', '1']] }, 'yes'],
    [{ headers: [{ name: 'x-a', op: 'contains', value: 'b' }] }, { fields: [['X-A', 'abc']] }, 'yes'],
    [{ headers: [{ name: 'x-a', op: 'contains', value: 'B' }] }, { fields: [['X-A', 'abc']] }, 'no'],
    [{ headers: [{ name: 'x-a', op: 'absent' }] }, { fields: [['X-A', '']] }, 'no'],
    [{ headers: [{ name: 'x-a', op: 'equals', value: 'é' }] }, { fields: [['X-A', 'Ã©']] }, 'yes'],
    [
      { cookies: [{ name: 'sid', op: 'equals', value: 'a=b' }] },
      { fields: [['Cookie', 'x=1; sid=a=b']] },
      'yes',
    ],
    [
      { cookies: [{ name: 'y' }] },
      {
        fields: [
          ['Cookie', 'x=1'],
          ['cookie', 'y=2'],
        ],
      },
      'yes',
    ],
    [{ cookies: [{ name: 'z', op: 'absent' }] }, { fields: [['Cookie', 'x=1']] }, 'yes'],
    [{ body: { op: 'contains', value: 'lo w' } }, { body: 'hello world' }, 'yes'],
    [{ body: { op: 'contains', value: 'x' } }, {}, 'no'],
    [{ body: { op: 'regex', value: '^h.*d$' } }, { body: 'hello world' }, 'yes'],
    [{ body: { op: 'contains', value: 'x' } }, { tooLarge: true }, 'too large'],
    [{ body: { op: 'jsonPath', path: '$.a.b[0]', value: 1 } }, { ...json, body: '{"a":{"b":[1]}}' }, 'yes'],
    [{ body: { op: 'jsonPath', path: '$.a.b[0]', value: '1' } }, { ...json, body: '{"a":{"b":[1]}}' }, 'yes'],
    [
      { body: { op: 'jsonPath', path: '$.a', value: { c: 2, b: 1 } } },
      { body: '{"a":{"b":1,"c":2}}' },
      'yes',
    ],
    [{ body: { op: 'jsonPath', path: '$.a', value: 2 } }, { body: '{"a":1}' }, 'no'],
    [{ body: { op: 'jsonPath', path: '$..id' } }, { body: '{"a":[{"id":0}]}' }, 'yes'],
    [{ body: { op: 'jsonPath', path: '$.a' } }, { body: 'no json' }, 'no'],
    [{ graphqlOperation: 'Me' }, { body: '{"operationName":"Me","query":"query Other { x }"}' }, 'yes'],
    [{ graphqlOperation: 'Me' }, { body: '{"query":"# query No\\nmutation Me($a: Int) { x }"}' }, 'yes'],
    [{ graphqlOperation: 'Me' }, { body: '[{"query":"{x}"},{"query":"query Me{x}"}]' }, 'yes'],
    [{ graphqlOperation: 'Me' }, { url: 'http://a.test/?query=query%20Me%20%7Bx%7D' }, 'yes'],
    [
      { graphqlOperation: 'Me' },
      { body: 'query Me { x }', fields: [['Content-Type', 'application/graphql']] },
      'yes',
    ],
    [{ graphqlOperation: 'Me' }, { body: '{"query":"query You { x }"}' }, 'no'],
    [{ graphqlOperation: 'Me' }, { body: 'null' }, 'no'],
    [{ clientIP: '127.0.0.1' }, {}, 'yes'],
    [{ clientIP: '127.0.0.0/8' }, {}, 'yes'],
    [{ clientIP: '192.168.0.0/16' }, {}, 'no'],
    [{ host: '*.A.test' }, { url }, 'yes'],
    [{ host: 'a.test' }, { url }, 'no'],
    [{ protocol: 'https' }, { url }, 'yes'],
    [{ protocol: 'http' }, { url }, 'no'],
    [{ protocol: 'wss' }, { url, upgrades: true }, 'yes'],
    [{ protocol: 'https' }, { url, upgrades: true }, 'no'],
    [{ protocol: 'ws' }, { url, upgrades: true }, 'no'],
    [{ excludePattern: '*.a.test/x' }, { url }, 'no'],
    [{ excludePattern: '*.a.test/y' }, { url }, 'yes'],
    [{ probability: 0 }, {}, 'no'],
    [{ probability: 1 }, {}, 'yes'],
    [{ host: '*.a.test', protocol: 'http' }, { url }, 'no'],
  ])('%j', async (conditions, request, expected) => {
    expect(await decision(conditions, request)).toBe(expected);
  });

  test('asks for a body only when all other conditions match', async () => {
    const exchange = new TestExchange({ body: 'x' });
    const rule = compiled({ conditions: { host: 'other.test', body: { value: 'x' } } });
    expect(await rule.decide(new ExchangeSubject(exchange))).toBe('no');
    expect(exchange.request.holds).toBe(0);
  });

  test('matches in deeply nested and long bodies', async () => {
    const deep = `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)},"b":1}`;
    const long = `{"a":[${'0,'.repeat(300_000)}0],"b":1}`;
    for (const body of [deep, long]) {
      const path = (given: string, value: unknown) =>
        decision({ body: { op: 'jsonPath', path: given, value } }, { body });
      expect(await path('$.b', 1)).toBe('yes');
      expect(await path('$.a', [[1]])).toBe('no');
      expect(await path('$..*', 'nothing')).toBe('no');
    }
  });

  test('null, booleans and numbers may be written as strings', async () => {
    const body = '{"a":null,"b":true,"c":1.5,"d":{"e":[1,null]}}';
    const path = (given: string, value: unknown) =>
      decision({ body: { op: 'jsonPath', path: given, value } }, { body });
    expect(await path('$.a', 'null')).toBe('yes');
    expect(await path('$.a', null)).toBe('yes');
    expect(await path('$.b', 'true')).toBe('yes');
    expect(await path('$.c', '1.5')).toBe('yes');
    expect(await path('$.c', '1.50')).toBe('no');
    expect(await path('$.d', { e: [1, null] })).toBe('yes');
    expect(await path('$.d', '[object Object]')).toBe('no');
  });

  test('probability matches its share of requests', () => {
    const rule = compiled({ conditions: { probability: 0.5 } });
    const subject = new ExchangeSubject(new TestExchange());
    const matched = Array.from({ length: 2000 }, () => rule.decide(subject)).filter((each) => each === 'yes');
    expect(matched.length).toBeGreaterThan(800);
    expect(matched.length).toBeLessThan(1200);
  });
});

describe('the app', () => {
  const rule = compiled({ conditions: { app: 'CURL*' } });

  test('is compared without regard to case', () => {
    const client = new Client('127.0.0.1', 1);
    client.app = 'curl 8';
    const subject = { ...given(), client };
    expect(rule.decide(subject)).toBe('yes');
    client.app = null;
    expect(rule.decide(subject)).toBe('no');
  });

  test('is awaited only when a condition needs it', async () => {
    const client = new Client('127.0.0.1', 1);
    client.identify(Promise.resolve({ name: 'curl', process: '1' }));
    const subject = { ...given(), client };
    expect(rule.canDecideNow(subject)).toBe(false);
    expect(compiled({}).decide(subject)).toBe('yes');
    expect(await rule.decide(subject)).toBe('yes');
    expect(rule.canDecideNow(subject)).toBe(true);
  });

  function given() {
    const { method, target, path, fields, upgrades, body } = new TestExchange().request;
    return { method, target, url: `http://a.test${path}`, fields, upgrades, body };
  }
});

test('methods', () => {
  const rule = compiled({ methods: ['get', 'HEAD'] });
  const subject = (method: string) => new ExchangeSubject(new TestExchange({ method }));
  expect(rule.decide(subject('GET'))).toBe('yes');
  expect(rule.decide(subject('POST'))).toBe('no');
});

describe('tunnels', () => {
  const tunnel = (captured: Captured = {}) =>
    new FlowSubject(
      capturedFlow({ request: null, target: { scheme: 'https', host: 'a.test', port: 443 }, ...captured }),
    );
  test.each<[Readonly<Record<string, unknown>>, boolean]>([
    [{}, true],
    [{ pattern: 'a.test' }, true],
    [{ pattern: 'https://a.test/*' }, true],
    [{ pattern: 'a.test/x' }, false],
    [{ pattern: 'b.test' }, false],
    [{ pattern: '^https://a', patternType: 'regex' }, true],
    [{ pattern: 'a.test/x', patternType: 'contains' }, false],
    [{ methods: ['CONNECT'] }, true],
    [{ methods: ['GET'] }, false],
    [{ conditions: { host: '*.test' } }, true],
    [{ conditions: { host: 'b.test' } }, false],
    [{ conditions: { clientIP: '127.0.0.1' } }, true],
    [{ conditions: { app: 'curl' } }, true],
    [{ conditions: { app: 'safari' } }, false],
    [{ conditions: { excludePattern: 'a.test' } }, false],
    [{ conditions: { excludePattern: 'a.test/x' } }, true],
    [{ conditions: { headers: [{ name: 'x', op: 'absent' }] } }, false],
    [{ conditions: { body: { value: 'x' } } }, false],
    [{ conditions: { protocol: 'https' } }, true],
    [{ conditions: { protocol: 'wss' } }, false],
  ])('%j: %s', (fields, expected) => {
    expect(compiled(fields).matchesTunnel(tunnel({ app: 'curl' }))).toBe(expected);
  });
});

describe('missing values', () => {
  const flow = capturedFlow({
    request: {
      head: ['POST /v1/users?x=1 HTTP/1.1', 'Host: example.test', 'Content-Type: application/json'],
      body: '{"id":7}',
    },
  });
  const subject = new FlowSubject(flow, 1000);
  test.each<[Readonly<Record<string, unknown>>, readonly string[]]>([
    [{ pattern: 'example.test/v1/*', conditions: { body: { op: 'jsonPath', path: '$.id', value: 7 } } }, []],
    [
      { pattern: 'a.test', methods: ['GET', 'PUT'] },
      [
        'the pattern a.test does not match http://example.test/v1/users?x=1',
        'the method is POST, not GET or PUT',
      ],
    ],
    [
      { conditions: { headers: [{ name: 'X-A', op: 'equals', value: '1' }] } },
      ['does not hold: header x-a equals "1"'],
    ],
    [
      { conditions: { query: [{ name: 'x', op: 'absent' }] } },
      ['does not hold: query parameter x is not there'],
    ],
    [
      { conditions: { body: { op: 'jsonPath', path: '$.id', value: 8 }, app: 'curl' } },
      ['does not hold: app curl', 'does not hold: body $.id is 8'],
    ],
    [{ conditions: { probability: 0 } }, []],
  ])('%j', async (fields, expected) => {
    expect(await compiled(fields).unmetConditions(subject)).toEqual(expected);
  });

  test('a body that was not captured completely', async () => {
    const rule = compiled({ conditions: { body: { value: 'x' } } });
    expect(await rule.unmetConditions(new FlowSubject(flow, 3))).toEqual([
      'body contains "x": the body was not captured in full',
    ]);
  });

  test('matches the request as the client sent it', async () => {
    const changed = capturedFlow();
    changed.originalRequest = capturedFlow({ request: { head: ['GET /before HTTP/1.1'] } }).request;
    expect(await compiled({ pattern: '*/before' }).unmetConditions(new FlowSubject(changed))).toEqual([]);
  });
});
