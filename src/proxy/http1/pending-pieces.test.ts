import { expect, test } from 'vitest';
import { PendingPieces } from './pending-pieces.ts';

test('pieces come out in order, once', () => {
  const pending = new PendingPieces();
  pending.add(Buffer.from('a'));
  pending.add(Buffer.from('b'));
  expect(pending.take().map(String)).toEqual(['a', 'b']);
  expect(pending.take()).toEqual([]);
});

test('beyond 64 KiB enough waits, until they are taken', () => {
  const pending = new PendingPieces();
  expect(pending.add(Buffer.alloc(64 * 1024))).toBe(true);
  expect(pending.add(Buffer.from('x'))).toBe(false);
  pending.take();
  expect(pending.add(Buffer.from('x'))).toBe(true);
});

test('a head is joined with what waits behind it, each char one byte', () => {
  const pending = new PendingPieces();
  pending.add(Buffer.from('one '));
  pending.add(Buffer.from('two'));
  expect(pending.takeBehind('H\xe9\r\n\r\n')).toEqual(Buffer.from('H\xe9\r\n\r\none two', 'latin1'));
  expect(pending.takeBehind('H\r\n\r\n')).toBe('H\r\n\r\n');
});
