import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { HeldMessage } from '../hooks.ts';
import { heldMessage, payloadOf, verdictOn } from './held-message.ts';

const TEXT: HeldMessage = { direction: 'sent', kind: 'text', data: 'a' };

describe('the verdict of a tool', () => {
  test.each<[string, unknown, HeldMessage | null]>([
    ['another message', { ...TEXT, data: 'b' }, { ...TEXT, data: 'b' }],
    [
      'a binary message',
      { ...TEXT, kind: 'binary', data: Buffer.of(1) },
      { ...TEXT, kind: 'binary', data: Buffer.of(1) },
    ],
    ['no message', null, null],
    ['nothing', undefined, TEXT],
    ['text with bytes', { ...TEXT, data: Buffer.of(1) }, TEXT],
    ['bytes with text', { ...TEXT, kind: 'binary', data: 'a' }, TEXT],
    ['a promise of another message', Promise.resolve({ ...TEXT, data: 'c' }), { ...TEXT, data: 'c' }],
  ])('%s', async (_, returned, expected) => {
    expect(await verdictOn(() => returned, TEXT)).toEqual(expected);
  });

  test('a promise that fails leaves the message as it is', async () => {
    expect(await verdictOn(() => Promise.reject(new Error('broken')), TEXT)).toBe(TEXT);
  });

  test('an exception leaves the message as it is', async () => {
    const ask = (): never => {
      throw new Error('broken');
    };
    expect(await verdictOn(ask, TEXT)).toBe(TEXT);
  });
});

describe('in time', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('a tool that does not return leaves the message as it is', async () => {
    const verdict = verdictOn(() => new Promise(() => undefined), TEXT);
    await vi.advanceTimersByTimeAsync(5000);
    expect(await verdict).toBe(TEXT);
  });
});

test('bytes that are no text are no text message', () => {
  expect(heldMessage('sent', 'text', Buffer.of(0xff))).toBeNull();
  expect(heldMessage('sent', 'text', Buffer.from('ü'))).toEqual({ ...TEXT, data: 'ü' });
  expect(heldMessage('received', 'binary', Buffer.of(0xff))).toEqual({
    direction: 'received',
    kind: 'binary',
    data: Buffer.of(0xff),
  });
  expect(payloadOf({ ...TEXT, data: 'ü' })).toEqual(Buffer.from('ü'));
});
