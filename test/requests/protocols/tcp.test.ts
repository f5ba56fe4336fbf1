// Requests of the type `tcp` against servers of node:net and node:tls.
import net from 'node:net';
import tls from 'node:tls';
import { expect, test } from 'vitest';
import { trustedAuthority } from '../../helpers/authority.ts';
import { listening } from '../../helpers/listening.ts';
import { failures, receivedTexts, sendOne } from '../../helpers/sent-requests.ts';

const authority = trustedAuthority();

/** A server that sends everything back. */
const echo = () => listening(net.createServer((socket) => socket.pipe(socket)));

test.each(['delimiter', 'length8', 'length16', 'length32'] as const)(
  'messages under the framing %s',
  async (framing) => {
    const run = await sendOne(
      {
        type: 'tcp',
        url: 'tcp://127.0.0.1:{{port}}',
        tcp: {
          framing,
          messages: [
            { text: '{"a":"{{word}}"}' },
            { kind: 'hex', text: 'ff 00' },
            { action: 'expect', kind: 'json', text: '{"a":"hi"}' },
            { action: 'expect', kind: 'hex', text: 'ff00' },
            { action: 'close' },
          ],
        },
        scripts: {
          test: `pm.test('json', () => pm.expect(pm.response.messages.idx(0).data.a).to.equal('hi'));`,
        },
      },
      { variables: { port: String(await echo()), word: 'hi' } },
    );
    expect(failures(run)).toEqual([]);
    expect(receivedTexts(run)).toEqual(['{"a":"hi"}', '/wA=']);
    expect(run.method).toBe('TCP');
  },
);

test('reading stops at a text', async () => {
  const port = await listening(
    net.createServer((socket) => {
      socket.write('220 ready\r');
      socket.write('\n');
    }),
  );
  const run = await sendOne({
    type: 'tcp',
    url: `127.0.0.1:${port}`,
    tcp: {
      readUntil: String.raw`\r\n`,
      listenMs: 600_000,
      framing: 'delimiter',
      delimiter: String.raw`\r\n`,
    },
  });
  expect([run.error, receivedTexts(run)]).toEqual([null, ['220 ready']]);
});

test('a server that half-closes ends the listening, and its last bytes count', async () => {
  const port = await listening(net.createServer({ allowHalfOpen: true }, (socket) => socket.end('bye')));
  const run = await sendOne({
    type: 'tcp',
    url: `tcp://127.0.0.1:${port}`,
    tcp: { listenMs: 600_000, framing: 'length32' },
  });
  expect([run.error, receivedTexts(run)]).toEqual([null, ['bye']]);
});

test('TLS', async () => {
  const port = await listening(
    tls.createServer(authority.issue('127.0.0.1'), (socket) => socket.end('secret')),
  );
  const run = await sendOne({ type: 'tcp', url: `tls://127.0.0.1:${port}` });
  expect([run.error, receivedTexts(run)]).toEqual([null, ['secret']]);
  const plain = await sendOne({ type: 'tcp', url: `tls://127.0.0.1:${await echo()}` });
  expect(plain.error).toContain('TLS');
});

test('a server without end is left', async () => {
  const port = await listening(
    net.createServer((socket) => {
      const pour = (): void => {
        while (socket.write(Buffer.alloc(1 << 20)));
      };
      socket.on('drain', pour);
      pour();
    }),
  );
  const run = await sendOne({ type: 'tcp', url: `tcp://127.0.0.1:${port}`, tcp: { listenMs: 600_000 } });
  expect(run.error).toContain('more than the limit of');
});

test.each([
  ['127.0.0.1', {}, 'names no port'],
  ['http://a:1', {}, 'begin it with tcp://, tls://'],
  ['tcp://127.0.0.1:1', {}, 'connection refused'],
])('%s is an error', async (url, tcp, reason) => {
  expect((await sendOne({ type: 'tcp', url, tcp })).error).toContain(reason);
});

test('a message that is announced with an impossible length', async () => {
  const port = await listening(net.createServer((socket) => socket.end(Buffer.from('ffffffff00', 'hex'))));
  const run = await sendOne({ type: 'tcp', url: `tcp://127.0.0.1:${port}`, tcp: { framing: 'length32' } });
  expect(run.error).toContain('announces a message of 4294967295 bytes');
});
