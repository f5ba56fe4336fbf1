import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { maskFile } from './masked-file.ts';

const PIECE = 1024 * 1024;

async function masked(text: string, values: readonly string[]): Promise<{ text: string; size: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'masked-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'body');
  writeFileSync(path, text);
  const { size } = await maskFile({ path, size: Buffer.byteLength(text) }, values, '***');
  expect(readdirSync(folder)).toEqual(['body']);
  return { text: readFileSync(path, 'utf8'), size };
}

test('a value is masked wherever the pieces are cut', async () => {
  const secret = 'a-long-secret';
  for (let before = PIECE - secret.length - 1; before <= PIECE + 1; before += 1) {
    const text = `${'x'.repeat(before)}${secret}${'y'.repeat(PIECE)}${secret}`;
    const expected = text.replaceAll(secret, '***');
    expect(await masked(text, [secret])).toEqual({ text: expected, size: expected.length });
  }
});

test('many values, of which some contain others, are masked as in memory', async () => {
  const values = ['abcdef', 'abcd', 'bcde', 'ü-ü-ü', 'efgh'];
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const parts = [...values, 'a', 'ab', 'abc', '-', 'ü', 'h'.repeat(1000)];
  const text = Array.from({ length: 20_000 }, () => parts[random(parts.length)]!).join('');
  const { text: shown, size } = await masked(text, values);
  expect(size).toBe(Buffer.byteLength(shown));
  expect(values.filter((value) => shown.includes(value))).toEqual([]);
  const pattern = new RegExp(values.join('|'), 'g');
  expect(shown).toBe(text.replace(pattern, '***'));
});

test('a file without values stays', async () => {
  expect((await masked('nothing here', ['secret'])).text).toBe('nothing here');
  expect((await masked('nothing here', [])).text).toBe('nothing here');
});
