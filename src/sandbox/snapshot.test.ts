import { beforeAll, expect, test } from 'vitest';
import { Engine, isThrown } from './engine.ts';
import { createSnapshot, restore } from './snapshot.ts';
import type { Snapshot } from './snapshot-file.ts';
import { plainSetup } from './plain-setup.ts';

let snapshot: Snapshot;
let engine: Engine;
beforeAll(async () => {
  snapshot = await createSnapshot(plainSetup);
  engine = await Engine.create();
});

function evaluate(code: string): string | null {
  engine.arm(Infinity, 64 * 1024 * 1024, () => undefined);
  const result = engine.evaluate(code, 'script.js');
  if (isThrown(result)) throw new Error(engine.takeText(result.thrown, 1000) ?? '');
  return engine.takeText(result, 1000);
}

test('where the memory ends that has been given out is found', () => {
  expect(snapshot.roots.heapEndAddress).not.toBeNull();
});

test('it is small', () => {
  expect(snapshot.runs.reduce((sum, { bytes }) => sum + bytes.length, 0)).toBeLessThan(1024 * 1024);
});

test('functions of the setup have no text, those of scripts have', () => {
  restore(engine, snapshot);
  expect(evaluate('String(console.log)')).toMatch(/native code/);
  expect(evaluate('String(function mine() { return 1; })')).toBe('function mine() { return 1; }');
});

test('a restored memory is identical byte by byte', () => {
  restore(engine, snapshot);
  const before = Buffer.from(engine.memory.buffer.slice(0));
  const text = 'left behind '.repeat(3);
  expect(
    evaluate(`globalThis.secret = ${JSON.stringify(text)};
      globalThis.filled = Array.from({ length: 20 }, () => new Uint8Array(2 ** 20).fill(0xaa));
      try { JSON.parse('['.repeat(200)) } catch {}
      try { new RegExp('('.repeat(200) + ')'.repeat(200)) } catch {}
      (function deep(n) { return n === 0 ? 0 : deep(n - 1) + 1 })(1000)`),
  ).toBe('1000');
  expect(Buffer.from(engine.memory.buffer).includes(text)).toBe(true);
  restore(engine, snapshot);
  expect(Buffer.from(engine.memory.buffer).equals(before)).toBe(true);
  expect(evaluate('typeof secret + typeof filled')).toBe('undefinedundefined');
});

test('it can be put into an engine that has never run', async () => {
  const other = await Engine.create();
  restore(other, snapshot);
  other.arm(Infinity, 64 * 1024 * 1024, () => undefined);
  expect(other.enter(['done'], 1000)).toBe('vnull');
});

test('an engine that has grown is refused', async () => {
  const grown = await Engine.create();
  restore(grown, snapshot);
  grown.arm(Infinity, 128 * 1024 * 1024, () => undefined);
  grown.evaluate('globalThis.a = new Uint8Array(40 * 1024 * 1024)', 'script.js');
  expect(grown.hasGrown).toBe(true);
  expect(() => restore(grown, snapshot)).toThrow('grown');
});

test('a setup that fails is a defect, and named', async () => {
  const broken = { id: 'broken', source: '(function () { throw new TypeError("here") })', hostFunctions: {} };
  await expect(createSnapshot(broken)).rejects.toThrow('a setup failed: TypeError: here');
});
