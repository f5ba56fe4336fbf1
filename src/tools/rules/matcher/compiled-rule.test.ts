import { describe, expect, test, vi } from 'vitest';
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
  return compiled({ conditions }).evaluate(new ExchangeSubject(new TestExchange(request)));
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
    [{ body: { op: 'contains', value: 'x' } }, { tooLarge: true }, 'body too large'],
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
    expect(await rule.evaluate(new ExchangeSubject(exchange))).toBe('no');
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
    const matched = Array.from({ length: 2000 }, () => rule.evaluate(subject)).filter(
      (each) => each === 'yes',
    );
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
    expect(rule.evaluate(subject)).toBe('yes');
    client.app = null;
    expect(rule.evaluate(subject)).toBe('no');
  });

  test('is awaited only when a condition needs it', async () => {
    const client = new Client('127.0.0.1', 1);
    client.identify(Promise.resolve({ name: 'curl', process: '1' }));
    const subject = { ...given(), client };
    expect(rule.canDecideNow(subject)).toBe(false);
    expect(compiled({}).evaluate(subject)).toBe('yes');
    expect(await rule.evaluate(subject)).toBe('yes');
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
  expect(rule.evaluate(subject('GET'))).toBe('yes');
  expect(rule.evaluate(subject('POST'))).toBe('no');
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

describe('sets of conditions', () => {
  const url = 'https://a.test/x?q=1';
  const fields = [['X-A', '1']] as const;
  test.each<[object, string]>([
    [{ not: { host: 'a.test' } }, 'no'],
    [{ not: { host: 'b.test' } }, 'yes'],
    [{ not: { host: 'a.test', headers: [{ name: 'x-b' }] } }, 'yes'],
    [{ any: [{ host: 'b.test' }, { headers: [{ name: 'x-a' }] }] }, 'yes'],
    [{ any: [{ host: 'b.test' }, { headers: [{ name: 'x-b' }] }] }, 'no'],
    [{ any: [{ not: { any: [{ host: 'a.test' }] } }, { query: [{ name: 'q' }] }] }, 'yes'],
    [{ any: [{ app: 'curl' }, { body: { value: 'no' } }] }, 'yes'],
    [{ not: { app: 'cu*' } }, 'no'],
    [{ not: { body: { value: 'hello' } } }, 'no'],
    [{ host: 'b.test', any: [{}] }, 'no'],
  ])('%j: %s', async (conditions, expected) => {
    const exchange = new TestExchange({ url, fields, body: 'hello' });
    exchange.client.app = 'curl';
    expect(await compiled({ conditions }).evaluate(new ExchangeSubject(exchange))).toBe(expected);
  });

  test('need of the body what their parts need', () => {
    const exchange = new TestExchange({ url });
    const canDecide = (conditions: object): boolean =>
      compiled({ conditions }).canDecideNow(new ExchangeSubject(exchange));
    expect(canDecide({ not: { host: 'a.test' } })).toBe(true);
    expect(canDecide({ any: [{ host: 'a.test' }, { body: { value: 'x' } }] })).toBe(false);
  });

  test('match tunnels only by what is known of them', () => {
    const tunnel = new FlowSubject(
      capturedFlow({ request: null, target: { scheme: 'https', host: 'a.test', port: 443 } }),
    );
    const matches = (conditions: object): boolean => compiled({ conditions }).matchesTunnel(tunnel);
    expect(matches({ not: { host: 'b.test' } })).toBe(true);
    expect(matches({ any: [{ host: 'b.test' }, { clientIP: '127.0.0.1' }] })).toBe(true);
    expect(matches({ not: { headers: [{ name: 'x' }] } })).toBe(false);
    expect(matches({ any: [{ app: 'curl' }, { headers: [{ name: 'x' }] }] })).toBe(false);
    expect(matches({ response: { statuses: [200] } })).toBe(false);
  });

  test('are described', async () => {
    const rule = compiled({
      conditions: { not: { host: 'a.test' }, any: [{ host: 'b.test' }, { app: 'x' }] },
    });
    expect(await rule.unmetConditions(new ExchangeSubject(new TestExchange({ url })))).toEqual([
      'does not hold: not (host a.test)',
      'does not hold: any of (host b.test) or (app x)',
    ]);
  });
});

describe('counts', () => {
  const applied = (conditions: object): string => {
    const rule = compiled({ conditions });
    const subject = new ExchangeSubject(new TestExchange());
    return Array.from({ length: 7 }, () => (rule.evaluate(subject) === 'yes' ? 'x' : '.')).join('');
  };
  test.each([
    [{ first: 2 }, 'xx.....'],
    [{ every: 3 }, '..x..x.'],
    [{ every: 3, first: 1 }, '..x....'],
    [{ first: 2, host: 'b.test' }, '.......'],
  ])('%j: %s', (conditions, expected) => expect(applied(conditions)).toBe(expected));
});

describe('conditions on the response', () => {
  const none = (): Promise<null> => Promise.resolve(null);
  const fields = [['Content-Type', 'application/json']] as const;
  const decided = async (response: object, body: Buffer | null, status = 404): Promise<string> =>
    compiled({ conditions: { response } }).decideResponse({ status, fields }, () => Promise.resolve(body));

  test.each<[object, string]>([
    [{ statuses: [404] }, 'yes'],
    [{ statuses: ['4xx', 500] }, 'yes'],
    [{ statuses: ['400-403'] }, 'no'],
    [{ statuses: ['400-499'] }, 'yes'],
    [{ statuses: ['200'] }, 'no'],
    [{ headers: [{ name: 'Content-type', op: 'contains', value: 'json' }] }, 'yes'],
    [{ headers: [{ name: 'X', op: 'absent' }], statuses: [500] }, 'no'],
    [{ body: { op: 'jsonPath', path: '$.error', value: 'gone' } }, 'yes'],
    [{ body: { op: 'regex', value: 'g.ne' }, statuses: [200] }, 'no'],
  ])('%j: %s', async (response, expected) => {
    expect(await decided(response, Buffer.from('{"error":"gone"}'))).toBe(expected);
  });

  test('do not need the body when others do not hold, and cannot do without it', async () => {
    expect(await decided({ body: { value: 'x' } }, null)).toBe('body too large');
    const rule = compiled({ conditions: { response: { statuses: [200], body: { value: 'x' } } } });
    expect(rule.awaitsResponse).toBe(true);
    expect(rule.decideResponse({ status: 404, fields }, none)).toBe('no');
  });

  test('are counted when they hold', () => {
    const rule = compiled({ conditions: { first: 1, response: { statuses: [500] } } });
    const evaluate = (status: number): unknown => {
      expect(rule.evaluate(new ExchangeSubject(new TestExchange()))).toBe('yes');
      return rule.decideResponse({ status, fields }, none);
    };
    expect([200, 500, 500].map(evaluate)).toEqual(['no', 'yes', 'no']);
  });

  test.each([{ statuses: ['6xx'] }, { statuses: [42] }, { statuses: ['4'] }, { status: [404] }])(
    '%j is rejected',
    (response) => {
      expect(() => compiled({ conditions: { response } })).toThrow();
    },
  );
});

describe('long bodies', () => {
  const padding = 'x'.repeat(200_000);

  test.each<[object, string]>([
    [{ body: { op: 'jsonPath', path: '$.list[-1].id', value: 7 } }, 'yes'],
    [{ body: { op: 'jsonPath', path: '$.list[0].id', value: 7 } }, 'no'],
    [{ body: { op: 'contains', value: 'padding' }, not: { body: { value: 'absent' } } }, 'yes'],
    [{ any: [{ body: { value: 'absent' } }, { graphqlOperation: 'Big' }] }, 'yes'],
    [{ graphqlOperation: 'Small' }, 'no'],
  ])('are examined in a worker with the same result: %j, %s', async (conditions, expected) => {
    const body = JSON.stringify({ operationName: 'Big', padding, list: [{ id: 1 }, { id: 7 }] });
    expect(await decision(conditions, { ...json, body })).toBe(expected);
    const rule = compiled({
      conditions: { response: { body: { op: 'jsonPath', path: '$.operationName' } } },
    });
    const response = { status: 200, fields: json.fields };
    expect(await rule.decideResponse(response, () => Promise.resolve(Buffer.from(body)))).toBe('yes');
  });

  test('do not block this thread while they are parsed', async () => {
    const body = Buffer.from(JSON.stringify({ list: Array.from({ length: 300_000 }, (_, id) => ({ id })) }));
    const rule = compiled({ conditions: { body: { op: 'jsonPath', path: '$..id', value: 299_999 } } });
    const parse = vi.spyOn(JSON, 'parse');
    try {
      expect(await rule.evaluate(new ExchangeSubject(new TestExchange({ ...json, body })))).toMatch(/yes|no/);
      expect(parse).not.toHaveBeenCalled();
    } finally {
      parse.mockRestore();
    }
  });
});
