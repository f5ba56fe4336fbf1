import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { capturedFlow } from '../../test/helpers/flows.ts';
import { flowDetail } from '../flow/detail.ts';
import { WebSocketLog } from '../flow/web-socket-log.ts';
import { LogBudget } from '../flow/log-budget.ts';
import { redactedFlow } from './redact.ts';

const token = 'Zx8kQ2mVb71LpR4tYw9c';

test('URL, headers and bodies lose their secrets, and nothing else', async () => {
  const flow = capturedFlow({
    id: 9,
    app: 'curl',
    target: { scheme: 'https', port: 443 },
    request: {
      head: [
        `POST /login?api_key=${token}&b=c HTTP/1.1`,
        'Host: example.test',
        `Authorization: Bearer ${token}`,
        'Content-Type: application/json',
      ],
      body: '{"user":"me","password":"hunter22"}',
    },
    response: {
      head: [
        'HTTP/1.1 200 OK',
        'Content-Type: application/json; charset=utf-8',
        'Content-Encoding: gzip',
        `Set-Cookie: sid=${token}; Path=/`,
      ],
      body: gzipSync(`{"access_token":"${token}","ok":true}`),
    },
  });
  const before = await flowDetail(flow);
  const detail = await flowDetail(await redactedFlow(flow));
  expect(JSON.stringify(detail)).not.toContain(token);
  expect(JSON.stringify(detail)).not.toContain('hunter22');
  expect(detail).toMatchObject({
    id: 9,
    app: 'curl',
    url: 'https://example.test/login?api_key=%5Bredacted%5D&b=c',
    status: 200,
    request: { body: '{"user":"me","password":"[redacted]"}' },
    response: { body: '{"access_token":"[redacted]","ok":true}' },
  });
  expect(detail.response?.headers).toContainEqual({ name: 'Set-Cookie', value: 'sid=[redacted]; Path=/' });
  expect(await flowDetail(flow)).toEqual(before);
});

test('an exchange without secrets is unchanged', async () => {
  const flow = capturedFlow({ response: { head: ['HTTP/1.1 200 OK'], body: Buffer.from([0, 1, 255]) } });
  expect(await flowDetail(await redactedFlow(flow))).toEqual(await flowDetail(flow));
});

test('the charset of a text is respected', async () => {
  const flow = capturedFlow({
    response: {
      head: ['HTTP/1.1 200 OK', 'Content-Type: application/json; charset=iso-8859-1'],
      body: Buffer.from('{"name":"J\xfcrgen","token":"abcdefgh"}', 'latin1'),
    },
  });
  const { response } = await flowDetail(await redactedFlow(flow));
  expect(response?.body).toBe('{"name":"Jürgen","token":"[redacted]"}');
});

test('tunnels, and messages of WebSockets', async () => {
  const tunnel = capturedFlow({ request: null });
  expect(await flowDetail(await redactedFlow(tunnel))).toEqual(await flowDetail(tunnel));
  const flow = capturedFlow();
  flow.webSocket = new WebSocketLog(new LogBudget(1e6));
  const bytes = Buffer.from(`{"token":"${token}"}`);
  flow.webSocket.add({ direction: 'sent', kind: 'text', bytes, size: bytes.length, time: 0, note: null });
  const { webSocketMessages } = await flowDetail(await redactedFlow(flow));
  expect(webSocketMessages?.[0]?.text).toBe('{"token":"[redacted]"}');
});
