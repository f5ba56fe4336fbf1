import { once } from 'node:events';
import { duplexPair, type Duplex } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { firstBytes, type Look, type FirstBytes } from './index.ts';

const LONG_MS = 60_000;

/** Decides once a full stop has come. */
const sentence: Look<string> = (bytes) => (bytes.includes('.') ? bytes.toString() : null);

function pair(): { readonly client: Duplex; readonly stream: Duplex } {
  const [client, stream] = duplexPair();
  stream.on('error', () => {});
  client.on('error', () => {});
  return { client, stream };
}

function look(stream: Duplex, silenceMs = LONG_MS, helloMs = LONG_MS): Promise<FirstBytes<string>> {
  return firstBytes(stream, sentence, { firstMs: silenceMs, restMs: silenceMs, helloMs });
}

/** The bytes that the next reader of `stream` gets. */
async function remaining(stream: Duplex): Promise<string> {
  let text = '';
  stream.on('data', (bytes: Buffer) => (text += bytes.toString()));
  stream.resume();
  if (!stream.readableEnded) await once(stream, 'end');
  return text;
}

describe('the first bytes', () => {
  test('are looked at, and left for the next reader', async () => {
    const { client, stream } = pair();
    const seen = look(stream);
    client.write('hello. ');
    expect(await seen).toEqual({ type: 'seen', value: 'hello. ', bytes: Buffer.from('hello. ') });
    expect(stream.isPaused()).toBe(true);
    client.end('more');
    expect(await remaining(stream)).toBe('hello. more');
  });

  test('may come one by one', async () => {
    const { client, stream } = pair();
    const seen = look(stream);
    for (const char of 'hello.') {
      client.write(char);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await seen).toMatchObject({ type: 'seen', value: 'hello.' });
    client.end();
    expect(await remaining(stream)).toBe('hello.');
  });

  test('may have been there before', async () => {
    const { client, stream } = pair();
    stream.pause();
    stream.unshift(Buffer.from('early.'));
    expect(await look(stream)).toMatchObject({ type: 'seen', value: 'early.' });
    client.end();
    expect(await remaining(stream)).toBe('early.');
  });
});

describe('a client that says nothing decisive', () => {
  test('is silent after a while', async () => {
    const { client, stream } = pair();
    expect(await look(stream, 5)).toEqual({ type: 'silent', bytes: Buffer.alloc(0) });
    client.end('late');
    expect(await remaining(stream)).toBe('late');
  });

  test('is silent after a while, and what it said is not lost', async () => {
    const { client, stream } = pair();
    const seen = look(stream, 5);
    client.write('hello');
    expect(await seen).toEqual({ type: 'silent', bytes: Buffer.from('hello') });
    client.end();
    expect(await remaining(stream)).toBe('hello');
  });

  test('has longer for a ClientHello that it has begun', async () => {
    const { client, stream } = pair();
    const seen = look(stream, LONG_MS, 5);
    client.write('\x16');
    expect(await seen).toEqual({ type: 'silent', bytes: Buffer.from('\x16') });
  });
});

describe('a client that goes', () => {
  test('without a word', async () => {
    const { client, stream } = pair();
    const seen = look(stream);
    client.end();
    expect(await seen).toEqual({ type: 'gone', bytes: Buffer.alloc(0) });
  });

  test('in the middle: its bytes are told, for nothing can be put back', async () => {
    const { client, stream } = pair();
    const seen = look(stream);
    client.end('hello');
    expect(await seen).toEqual({ type: 'gone', bytes: Buffer.from('hello') });
  });

  test('by breaking off', async () => {
    const { stream } = pair();
    const seen = look(stream);
    stream.destroy(new Error('reset'));
    expect((await seen).type).toBe('gone');
  });

  test('leaves no listener behind', async () => {
    const { client, stream } = pair();
    const before = ['data', 'end', 'close', 'error'].map((event) => stream.listenerCount(event));
    const seen = look(stream);
    client.write('hello.');
    await seen;
    expect(['data', 'end', 'close', 'error'].map((event) => stream.listenerCount(event))).toEqual(before);
  });
});
