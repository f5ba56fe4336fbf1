import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { capturedFlow, type Captured } from '../../../../test/helpers/flows.ts';
import { startTool, createRule } from '../../../../test/helpers/started-tool.ts';
import type { ToolServices } from '../../contract.ts';
import { alerts } from './index.ts';

type Given = Readonly<Record<string, unknown>>;

function finished(rule: Given, captured: Captured, change: Partial<ToolServices> = {}) {
  const tool = startTool(alerts, [{ name: 'a', ...rule }], [''], change);
  tool.running.finished?.(capturedFlow(captured), tool.matches, tool.recordMatch);
  return tool;
}

const responseWith = (status: number, body: string | Buffer = '', ...fields: string[]): Captured => ({
  response: { head: [`HTTP/1.1 ${status} X`, ...fields], body },
});

describe('alerts on', () => {
  test.each<[Given, Captured, string]>([
    [{}, {}, 'it was sent'],
    [{ statuses: [404, 500] }, responseWith(500), 'status 500'],
    [{ statusMin: 500 }, responseWith(503), 'status 503'],
    [{ failed: true }, { response: null, state: 'failed', error: 'gone' }, 'gone'],
    [{ durationMsOver: 12 }, {}, 'it took 13 ms'],
    [{ responseSizeOver: 4 }, responseWith(200, '12345'), 'the response has 5 bytes'],
    [
      { bodyContains: 'née' },
      responseWith(200, gzipSync('renée'), 'Content-Encoding: gzip', 'Content-Type: text/plain'),
      'its body contains "née"',
    ],
    [{ bodyContains: 'PNG' }, responseWith(200, Buffer.from([0, 80, 78, 71])), 'its body contains "PNG"'],
    [{ statusMin: 500, durationMsOver: 1 }, responseWith(200), 'it took 13 ms'],
  ])('%j', async (when, captured, reason) => {
    const { recordedMatches: list, services } = finished({ when }, captured);
    // Waits until bodies have been decoded.
    while (list.length === 0) await setTimeout(5);
    expect(list).toEqual([`a: ${reason}`]);
    expect(services.notices).toEqual([
      { channel: 'log', title: 'a', text: `GET http://example.test/: ${reason}` },
    ]);
  });
});

describe('does not alert on', () => {
  test.each<[Given, Captured]>([
    [{ statuses: [404] }, responseWith(200)],
    [{ statusMin: 500 }, responseWith(499)],
    [{ failed: true }, {}],
    [{ durationMsOver: 12.5 }, {}],
    [{ responseSizeOver: 5 }, responseWith(200, '12345')],
    [{ bodyContains: 'x' }, responseWith(200, 'abc')],
    [{ bodyContains: 'x' }, { response: null, state: 'failed' }],
    [{ statuses: [200] }, { response: null, state: 'failed' }],
  ])('%j', async (when, captured) => {
    const { recordedMatches: list, services } = finished({ when }, captured);
    await setTimeout(5);
    expect([list, services.notices]).toEqual([[], []]);
  });
});

test('notifies each channel once, and colors the request', () => {
  const colored: string[] = [];
  const color: ToolServices['color'] = (flow, name) => void colored.push(`${flow.id} ${name}`);
  const rule = { notify: ['desktop', 'log', 'log'], color: 'red' };
  const { services } = finished(rule, {}, { color });
  expect(services.notices.map(({ channel }) => channel)).toEqual(['desktop', 'log']);
  expect(colored).toEqual(['1 red']);
  expect(finished({ notify: [] }, {}).services.notices).toEqual([]);
});

test('a rule alerts once per interval, with the number of suppressed alerts', () => {
  const given = { id: 'r', name: 'a', throttleSeconds: 3600 };
  const tool = startTool(alerts, [given]);
  const raise = (matches = tool.matches): void =>
    tool.running.finished?.(capturedFlow(), matches, tool.recordMatch);
  raise();
  raise();
  raise();
  expect(tool.recordedMatches).toHaveLength(3);
  expect(tool.services.notices).toHaveLength(1);
  const rule = createRule(alerts, { ...given, throttleSeconds: 0 });
  tool.running.update([rule], true);
  raise([{ rule, captures: [] }]);
  expect(tool.services.notices[1]?.text).toBe('GET http://example.test/: it was sent (and 2 more before)');
  tool.running.update([], true);
  raise();
  expect(tool.services.notices).toHaveLength(3);
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

  test('receives the rule and the request', async () => {
    const { promise, resolve } = Promise.withResolvers<readonly [http.IncomingMessage, string]>();
    const webhookURL = await serve((request, response) => {
      let body = '';
      request.on('data', (piece: Buffer) => (body += piece.toString()));
      request.on('end', () => resolve([request, body]));
      response.end();
    });
    const { services, matches } = finished({ notify: ['webhook'], webhookURL }, responseWith(500));
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

  test('that responds with an error is reported', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const notify: ToolServices['notify'] = ({ text }) => resolve(text);
    const webhookURL = await serve((_, response) => response.writeHead(503).end());
    finished({ notify: ['webhook'], webhookURL }, {}, { notify });
    expect(await promise).toBe('the webhook did not accept the alert: it responded with 503');
  });

  test('that cannot be reached is reported', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const notify: ToolServices['notify'] = ({ text }) => resolve(text);
    const webhookURL = await serve(() => undefined);
    await new Promise((closed) => servers.pop()?.close(closed));
    finished({ notify: ['webhook'], webhookURL }, {}, { notify });
    expect(await promise).toMatch(
      /^the webhook did not accept the alert: 127\.0\.0\.1:\d+ refused the connection/,
    );
  });
});

test.each([
  [{ notify: ['webhook'] }, 'webhookURL is "": give an http or https URL'],
  [{ webhookURL: 'ftp://a.test' }, 'webhookURL is "ftp://a.test": give'],
  [{ notify: ['mail'] }, 'notify[0] is "mail": give "log", "desktop" or "webhook"'],
  [{ color: 'pink' }, 'color is "pink": give'],
  [{ when: { status: 500 } }, 'when.status is not a field of Alerts rules: did you mean statuses?'],
  [{ throttleSeconds: -1 }, 'throttleSeconds is -1: give a number of seconds'],
])('rejects %j', (given, message) => expect(() => createRule(alerts, given)).toThrow(message));

test('a rule from a captured request alerts on errors', async () => {
  expect(await alerts.fromFlow?.(capturedFlow())).toEqual({ when: { failed: true, statusMin: 400 } });
});
