// Secrets of one exchange stand in others too, and in every format of a file: none survives an export.
import { expect, test } from 'vitest';
import { collected } from '../../test/helpers/collect.ts';
import { capturedFlow } from '../../test/helpers/flows.ts';
import type { Flow } from '../flow/flow.ts';
import { LogBudget } from '../flow/log-budget.ts';
import { WebSocketLog } from '../flow/web-socket-log.ts';
import { exportTraffic } from './export/index.ts';
import { exportFormats } from './formats/index.ts';

const password = 'hunter22-Xy';
const session = 'Zx8kQ2mVb71LpR4tYw9c';
const github = ['ghp', 'k3J9sLq0ZxT7vB2nM5cW8yR1aP4dF6gH0uEi'].join('_');
const pin = '483920';
const card = '4111111111111111';
const secrets = [
  password,
  session,
  github,
  pin,
  card,
  encodeURIComponent(password),
  Buffer.from(github).toString('base64'),
];

function protobuf(text: string): Buffer {
  const bytes = Buffer.from(text);
  const message = Buffer.concat([Buffer.from([0x0a, bytes.length]), bytes, Buffer.from([0x10, 0x01])]);
  const frame = Buffer.alloc(5);
  frame.writeUInt32BE(message.length, 1);
  return Buffer.concat([frame, message]);
}

function exchanges(filler = ''): readonly Flow[] {
  const json = 'Content-Type: application/json';
  const early = capturedFlow({
    id: 1,
    request: {
      head: [
        `GET /profile/${session}?note=${session} HTTP/1.1`,
        'Host: example.test',
        `X-Note: seen ${session}`,
      ],
    },
    response: {
      head: ['HTTP/1.1 403 Forbidden', 'Content-Type: text/plain'],
      body: `no ${password} for you, ${session}`,
    },
  });
  const login = capturedFlow({
    id: 2,
    request: {
      head: ['POST /login HTTP/1.1', 'Host: example.test', json],
      body: JSON.stringify({ user: 'me', password, card_pin: Number(pin), pan: Number(card), filler }),
    },
    response: {
      head: ['HTTP/1.1 200 OK', json, `Set-Cookie: sid=${session}; Path=/`],
      body: JSON.stringify({
        echo: [password, Number(pin)],
        raw: Buffer.from(github).toString('base64'),
        token: github,
      }),
    },
  });
  const call = capturedFlow({
    id: 3,
    request: {
      head: ['POST /a.B/C HTTP/1.1', 'Host: example.test', 'Content-Type: application/grpc'],
      body: protobuf(github),
    },
  });
  const socket = capturedFlow({ id: 4 });
  socket.webSocket = new WebSocketLog(new LogBudget(1e6));
  for (const [kind, text] of [
    ['text', `{"a":"${session}"}`],
    ['binary', `\0\u0001${github}`],
  ] as const) {
    const bytes = Buffer.from(text);
    socket.webSocket.add({ direction: 'sent', kind, bytes, size: bytes.length, time: 0, note: null });
  }
  socket.comment = `log in with ${password}`;
  socket.error = `refused https://example.test/?token=${session}`;
  return [early, login, call, socket];
}

const sizes = { 'on this thread': '', 'on the worker': 'ordinary text, '.repeat(30_000) };

test.each(
  exportFormats.flatMap((format) =>
    Object.entries(sizes).map(([name, filler]) => [format.id, name, format, filler] as const),
  ),
)('no secret is in a file of %s made %s', async (_id, _name, format, filler) => {
  const given = exchanges(filler);
  const file = await collected(exportTraffic(format, given, true));
  const texts = [file.toString('latin1'), ...base64Texts(file.toString('latin1'))];
  for (const secret of secrets)
    expect(
      texts.some((text) => text.includes(secret)),
      secret,
    ).toBe(false);
  expect(file.length).toBeGreaterThan(100);
});

test('a redacted number is a number in the file', async () => {
  const format = exportFormats.find(({ id }) => id === 'har')!;
  const file = await collected(exportTraffic(format, exchanges(), true));
  const { log } = JSON.parse(file.toString()) as {
    log: { entries: { request: { postData?: { text: string } } }[] };
  };
  const bodies = log.entries.map(({ request }) => request.postData?.text ?? '');
  expect(JSON.parse(bodies[1]!)).toEqual({
    user: 'me',
    password: '[redacted]',
    card_pin: 0,
    pan: 0,
    filler: '',
  });
});

test.each(exportFormats.map((format) => [format.id, format] as const))(
  'they are in a file of %s that is not redacted',
  async (_id, format) => {
    const file = (await collected(exportTraffic(format, exchanges(), false))).toString('latin1');
    expect(secrets.some((secret) => file.includes(secret))).toBe(true);
  },
);

/** Bodies that a file holds in Base64. */
function base64Texts(text: string): readonly string[] {
  return [...text.matchAll(/"([A-Za-z0-9+/]{16,}={0,2})"/g)].map(([, coded = '']) =>
    Buffer.from(coded, 'base64').toString('latin1'),
  );
}
