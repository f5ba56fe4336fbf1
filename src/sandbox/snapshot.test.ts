import { beforeAll, beforeEach, expect, test } from 'vitest';
import { Engine, isThrown } from './engine.ts';
import { createSnapshot, restore } from './snapshot.ts';
import type { Snapshot } from './snapshot-file.ts';
import { plainSetup } from './plain-setup.ts';

let snapshot: Snapshot;
let engine: Engine;
beforeAll(async () => {
  snapshot = await createSnapshot(plainSetup);
});
beforeEach(async () => {
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

const MEBIBYTE = 2 ** 20;

/** Scripts that write in many ways, and none of which may leave anything behind. */
const WRITERS: Readonly<Record<string, string>> = {
  objects:
    'Object.prototype.left = []; Array.prototype.push = 1; globalThis.all = {}; for (let i = 0; i < 5000; i++) all["k" + i] = { i }',
  strings:
    'globalThis.s = "x".repeat(3e4) + "é€😀".repeat(1e3); s.split("").reverse().sort().join("").normalize("NFD").length',
  'typed arrays':
    'globalThis.a = new Uint8Array(2e6).fill(9); a.copyWithin(7, 100003); a.set(a.subarray(5, 70001), 300); a.sort(); a.slice().reverse()',
  'numbers at odd places':
    'globalThis.v = new DataView(new ArrayBuffer(70000)); for (let i = 0; i < 69992; i += 1) { v.setFloat64(i, Math.PI); v.setBigInt64(i, -1n); v.setFloat32(i, 1.5); v.setUint16(i, 65535) }',
  'JSON and expressions':
    'globalThis.j = JSON.parse(JSON.stringify(Array.from({ length: 3000 }, (_, i) => ({ i, t: "t" + i })))); "a1b2".repeat(9999).replace(/[a-z](\\d)/g, "$1").length',
  'numbers of any size': 'globalThis.b = 3n ** 5000n; String(b).length',
  'code and errors':
    'for (let i = 0; i < 300; i++) { try { new Function("a", "return " + i + "+" + "(".repeat(i % 3))() } catch (e) { globalThis.e = e } }',
  'symbols and weak references':
    'globalThis.w = new WeakMap(); for (let i = 0; i < 999; i++) { w.set({}, Symbol.for("s" + i)); new WeakRef({}) } new Map([[w, 1]])',
  promises:
    'globalThis.p = Promise.all(Array.from({ length: 500 }, (_, i) => Promise.resolve(i).then((n) => { globalThis["p" + n] = n })))',
  dates:
    'globalThis.d = new Date(2026, 5, 7).toString() + new Date().getTimezoneOffset() + new Date().toLocaleString()',
  recursion: '(function deep(n) { try { return deep(n + 1) + 1 } catch { return n } })(0)',
};

test.for(Object.entries(WRITERS))('nothing is left of %s, byte by byte', ([, code]) => {
  restore(engine, snapshot);
  const before = Buffer.from(engine.memory.buffer.slice(0));
  for (let time = 0; time < 2; time += 1) {
    evaluate(`${code}; 0`);
    while (engine.runPendingJobs());
    expect(engine.enter(['begin', '{"option":"value"}'], 1000)).toBe('');
    expect(Buffer.from(engine.memory.buffer).equals(before)).toBe(false);
    restore(engine, snapshot);
    expect(Buffer.from(engine.memory.buffer).compare(before)).toBe(0);
  }
});

test.for([
  ['time', 'for (;;) x[0] = { x: 1 }', 20],
  ['memory', 'for (;;) x.push("x".repeat(1000) + x.length)', Infinity],
] as const)('nothing is left of a script that had no %s left', ([limit, code, ms]) => {
  restore(engine, snapshot);
  const before = Buffer.from(engine.memory.buffer.slice(0));
  engine.arm(performance.now() + ms, snapshot.baseBytes + 4 * MEBIBYTE, () => undefined);
  engine.evaluate(`globalThis.x = []; ${code}`, 'script.js');
  expect(engine.stopped).toBe(limit);
  restore(engine, snapshot);
  expect(Buffer.from(engine.memory.buffer).compare(before)).toBe(0);
});

test('nothing is left of what the host has written', () => {
  restore(engine, snapshot);
  const before = Buffer.from(engine.memory.buffer.slice(0));
  engine.free(engine.newText('of the host '.repeat(10_000)));
  expect(Buffer.from(engine.memory.buffer).includes('of the host')).toBe(true);
  restore(engine, snapshot);
  expect(Buffer.from(engine.memory.buffer).compare(before)).toBe(0);
});

test('another snapshot is restored completely', async () => {
  const source = '(function () { globalThis.other = "other".repeat(1000); })';
  const other = await createSnapshot({ id: 'other', source, hostFunctions: {} });
  restore(engine, snapshot);
  const before = Buffer.from(engine.memory.buffer.slice(0));
  restore(engine, other);
  expect(evaluate('other.length')).toBe('5000');
  restore(engine, snapshot);
  expect(Buffer.from(engine.memory.buffer).compare(before)).toBe(0);
  expect(evaluate('typeof other')).toBe('undefined');
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
