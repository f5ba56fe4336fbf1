import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { capturedFlow, type Captured } from '../../../../test/helpers/flows.ts';
import { atWork, madeRule } from '../../../../test/helpers/tool-at-work.ts';
import type { ToolServices } from '../../contract.ts';
import { alerts } from './index.ts';

type Given = Readonly<Record<string, unknown>>;

function finished(rule: Given, captured: Captured, change: Partial<ToolServices> = {}) {
  const made = atWork(alerts, [{ name: 'a', ...rule }], [''], change);
  made.running.finished?.(capturedFlow(captured), made.matches, made.mark);
  return made;
}

const answered = (status: number, body: string | Buffer = '', ...fields: string[]): Captured => ({
  response: { head: [`HTTP/1.1 ${status} X`, ...fields], body },
});

describe('there is an alert', () => {
  test.each<[Given, Captured, string]>([
    [{}, {}, 'it was sent'],
    [{ statuses: [404, 500] }, answered(500), 'status 500'],
    [{ statusMin: 500 }, answered(503), 'status 503'],
    [{ failed: true }, { response: null, state: 'failed', error: 'gone' }, 'gone'],
    [{ durationMsOver: 12 }, {}, 'it took 13 ms'],
    [{ responseSizeOver: 4 }, answered(200, '12345'), 'the response has 5 bytes'],
    [
      { bodyContains: 'née' },
      answered(200, gzipSync('renée'), 'Content-Encoding: gzip', 'Content-Type: text/plain'),
      'its body contains "née"',
    ],
    [{ bodyContains: 'PNG' }, answered(200, Buffer.from([0, 80, 78, 71])), 'its body contains "PNG"'],
    [{ statusMin: 500, durationMsOver: 1 }, answered(200), 'it took 13 ms'],
  ])('%j', async (when, captured, reason) => {
    const { list, services } = finished({ when }, captured);
    // Bodies are decoded meanwhile.
    while (list.length === 0) await setTimeout(5);
    expect(list).toEqual([`a: ${reason}`]);
    expect(services.notices).toEqual([
      { channel: 'log', title: 'a', text: `GET http://example.test/: ${reason}` },
    ]);
  });
});

describe('there is none', () => {
  test.each<[Given, Captured]>([
    [{ statuses: [404] }, answered(200)],
    [{ statusMin: 500 }, answered(499)],
    [{ failed: true }, {}],
    [{ durationMsOver: 12.5 }, {}],
    [{ responseSizeOver: 5 }, answered(200, '12345')],
    [{ bodyContains: 'x' }, answered(200, 'abc')],
    [{ bodyContains: 'x' }, { response: null, state: 'failed' }],
    [{ statuses: [200] }, { response: null, state: 'failed' }],
  ])('%j', async (when, captured) => {
    const { list, services } = finished({ when }, captured);
    await setTimeout(5);
    expect([list, services.notices]).toEqual([[], []]);
  });
});

test('each channel is told once, and the request is coloured', () => {
  const colored: string[] = [];
  const color: ToolServices['color'] = (flow, name) => void colored.push(`${flow.id} ${name}`);
  const rule = { notify: ['desktop', 'log', 'log'], color: 'red' };
  const { services } = finished(rule, {}, { color });
  expect(services.notices.map(({ channel }) => channel)).toEqual(['desktop', 'log']);
  expect(colored).toEqual(['1 red']);
  expect(finished({ notify: [] }, {}).services.notices).toEqual([]);
});

test('a rule tells of itself once in a while, and then of how many there were', () => {
  const given = { id: 'r', name: 'a', throttleSeconds: 3600 };
  const made = atWork(alerts, [given]);
  const raise = (matches = made.matches): void => made.running.finished?.(capturedFlow(), matches, made.mark);
  raise();
  raise();
  raise();
  expect(made.list).toHaveLength(3);
  expect(made.services.notices).toHaveLength(1);
  const rule = madeRule(alerts, { ...given, throttleSeconds: 0 });
  made.running.update([rule], true);
  raise([{ rule, captures: [] }]);
  expect(made.services.notices[1]?.text).toBe('GET http://example.test/: it was sent (and 2 more before)');
  made.running.update([], true);
  raise();
  expect(made.services.notices).toHaveLength(3);
});

describe('a webhook', () => {
  const servers: http.Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close().closeAllConnections();
  });

  async function serve(handler: http.RequestListener): Promise<string> {
    const server = http.createServer(handler);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?x=1`;
  }

  test('gets the rule and the request', async () => {
    const { promise, resolve } = Promise.withResolvers<readonly [http.IncomingMessage, string]>();
    const webhookURL = await serve((request, response) => {
      let body = '';
      request.on('data', (piece: Buffer) => (body += piece.toString()));
      request.on('end', () => resolve([request, body]));
      response.end();
    });
    const { services, matches } = finished({ notify: ['webhook'], webhookURL }, answered(500));
    const [request, body] = await promise;
    expect([request.method, request.url, request.headers['content-type']]).toEqual([
      'POST',
      '/hook?x=1',
      'application/json',
    ]);
    expect(JSON.parse(body)).toEqual({
      rule: { id: matches[0]?.rule.id, name: 'a' },
      reason: 'it was sent',
      kept: 0,
      flow: expect.objectContaining({ id: 1, url: 'http://example.test/', status: 500 }),
    });
    expect(services.notices).toEqual([]);
  });

  test('that does not take it is said so', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const notify: ToolServices['notify'] = ({ text }) => resolve(text);
    const webhookURL = await serve((_, response) => response.writeHead(503).end());
    finished({ notify: ['webhook'], webhookURL }, {}, { notify });
    expect(await promise).toBe('the webhook did not accept the alert: it responded with 503');
  });

  test('that is not there is said so', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const notify: ToolServices['notify'] = ({ text }) => resolve(text);
    const webhookURL = await serve(() => undefined);
    await new Promise((closed) => servers.pop()?.close(closed));
    finished({ notify: ['webhook'], webhookURL }, {}, { notify });
    expect(await promise).toMatch(/^the webhook did not accept the alert: connect ECONNREFUSED/);
  });
});

test.each([
  [{ notify: ['webhook'] }, 'webhookURL is "": give an http or https URL'],
  [{ webhookURL: 'ftp://a.test' }, 'webhookURL is "ftp://a.test": give'],
  [{ notify: ['mail'] }, 'notify[0] is "mail": give "log", "desktop" or "webhook"'],
  [{ color: 'pink' }, 'color is "pink": give'],
  [{ when: { status: 500 } }, 'when.status is not a field of Alerts rules: did you mean statuses?'],
  [{ throttleSeconds: -1 }, 'throttleSeconds is -1: give a number of seconds'],
])('%j is refused', (given, message) => expect(() => madeRule(alerts, given)).toThrow(message));

test('a rule of a captured request waits for errors', async () => {
  expect(await alerts.fromFlow?.(capturedFlow())).toEqual({ when: { failed: true, statusMin: 400 } });
});
