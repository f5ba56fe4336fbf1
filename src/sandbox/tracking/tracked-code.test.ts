import { expect, test } from 'vitest';
import { wasm, type WasmMemory } from '../../base/wasm.ts';
import { wasmBytes } from '../engine-module.ts';
import { BLOCK_BITS, FLAGS_IMPORT, trackedCode } from './tracked-code.ts';
import { FLAG_PAGES, WrittenBlocks } from './written-blocks.ts';

const BLOCK = 2 ** BLOCK_BITS;
const OFFSET = 300;
const MEMORY_BYTES = 65_536;

/** `(a, b, c)` are the parameters, of i32, i32 or what is given, and i32. */
interface Sample {
  readonly name: string;
  readonly instructions: readonly number[];
  readonly valueType?: number;
  readonly value?: number | bigint;
}

const [A, B, C] = [
  [0x20, 0],
  [0x20, 1],
  [0x20, 2],
];
/** The offset of `OFFSET` bytes that each store adds. */
const AT_OFFSET = [0, 0xac, 0x02];
const I64 = 0x7e;
/** `f64.const` and `i64.const` with bytes like those of a store, and `drop` after each. */
const LIKE_STORES = [0x44, ...Array<number>(8).fill(0x36), 0x1a, 0x42, 0x36, 0x1a];
/** Magic number and version. */
const HEAD = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const SAMPLES: readonly Sample[] = [
  { name: 'i32.store', instructions: [...A, ...B, 0x36, ...AT_OFFSET] },
  { name: 'i64.store', instructions: [...A, ...B, 0x37, ...AT_OFFSET], valueType: I64, value: -1n },
  { name: 'f32.store', instructions: [...A, ...B, 0x38, ...AT_OFFSET], valueType: 0x7d, value: 1.5 },
  { name: 'f64.store', instructions: [...A, ...B, 0x39, ...AT_OFFSET], valueType: 0x7c, value: 1 / 3 },
  { name: 'i32.store8', instructions: [...A, ...B, 0x3a, ...AT_OFFSET] },
  { name: 'i32.store16', instructions: [...A, ...B, 0x3b, ...AT_OFFSET] },
  { name: 'i64.store8', instructions: [...A, ...B, 0x3c, ...AT_OFFSET], valueType: I64, value: -1n },
  { name: 'i64.store16', instructions: [...A, ...B, 0x3d, ...AT_OFFSET], valueType: I64, value: -1n },
  { name: 'i64.store32', instructions: [...A, ...B, 0x3e, ...AT_OFFSET], valueType: I64, value: -1n },
  { name: 'a store without an offset', instructions: [...A, ...B, 0x36, 0, 0] },
  { name: 'memory.fill', instructions: [...A, ...B, ...C, 0xfc, 11, 0] },
  { name: 'memory.copy', instructions: [...A, ...B, ...C, 0xfc, 10, 0, 0], value: 30_000 },
  {
    name: 'stores in blocks, among other instructions',
    instructions: [...LIKE_STORES, 0x02, 0x40, ...C, 0x45, 0x0d, 0, ...A, ...B, 0x36, ...AT_OFFSET, 0x0b],
  },
];

function section(id: number, ...bytes: readonly number[]): readonly number[] {
  return [id, bytes.length, ...bytes];
}

/** Assembles a module with a function `f` and an imported memory of one page. */
function moduleOf({
  instructions,
  valueType = 0x7f,
}: Pick<Sample, 'instructions' | 'valueType'>): Uint8Array {
  const body = [0, ...instructions, 0x0b];
  return Uint8Array.from([
    ...HEAD,
    ...section(1, 1, 0x60, 3, 0x7f, valueType, 0x7f, 0),
    ...section(2, 1, 1, 0x61, 1, 0x61, 2, 0, 1),
    ...section(3, 1, 0),
    ...section(7, 1, 1, 0x66, 0, 0),
    ...section(10, 1, body.length, ...body),
  ]);
}

async function run(
  code: Uint8Array,
  values: readonly unknown[],
): Promise<{ readonly memory: Buffer; readonly written: WrittenBlocks }> {
  const memory: WasmMemory = new wasm.Memory({ initial: 1, maximum: 1 });
  Buffer.from(memory.buffer).fill(7);
  const written = new WrittenBlocks(true);
  const instance = new wasm.Instance(await wasm.compile(code), {
    a: { a: memory },
    [FLAGS_IMPORT.module]: { [FLAGS_IMPORT.name]: written.flags },
  });
  (instance.exports as { readonly f: (...values: readonly unknown[]) => void }).f(...values);
  return { memory: Buffer.from(memory.buffer), written };
}

test.for(SAMPLES)('$name: what was written is known', async ({ value = -1, ...sample }) => {
  const plain = moduleOf(sample);
  const tracked = trackedCode(plain, FLAG_PAGES);
  for (const address of [0, 3 * BLOCK - OFFSET, 5 * BLOCK - 7, 5 * BLOCK - 1, 9 * BLOCK - 1 - OFFSET])
    for (const length of [1, 2, BLOCK - 1, BLOCK + 1, 4 * BLOCK]) {
      const values = [address, value, length];
      const { memory, written } = await run(tracked, values);
      expect(memory.equals((await run(plain, values)).memory)).toBe(true);
      expect(memory.every((byte) => byte === 7)).toBe(sample.name === 'memory.copy');
      let flagged = 0;
      written.take(MEMORY_BYTES, (from, to) => {
        memory.fill(7, from, to);
        flagged += to - from;
      });
      expect(memory.every((byte) => byte === 7)).toBe(true);
      expect(flagged).toBeGreaterThan(0);
      expect(flagged).toBeLessThan(length + 5 * BLOCK);
      written.take(MEMORY_BYTES, () => expect.fail('a flag is left'));
    }
});

test('a copy or fill of nothing flags nothing that does not exist', async () => {
  const fill = trackedCode(moduleOf(SAMPLES.find(({ name }) => name === 'memory.fill')!), FLAG_PAGES);
  const { memory } = await run(fill, [MEMORY_BYTES, 1, 0]);
  expect(memory.every((byte) => byte === 7)).toBe(true);
});

test.for([
  ['SIMD', [0xfd, 0x0c]],
  ['atomic instructions', [0xfe, 0x17, 2, 0]],
  ['memory.init', [...A, ...B, ...C, 0xfc, 8, 0, 0]],
  ['tables that are written to', [0x26, 0]],
  ['a memory with a number', [...A, ...B, 0x36, 0x40, 1, 0]],
] as const)('a module with %s is refused, since it might write', ([, instructions]) => {
  expect(() => trackedCode(moduleOf({ instructions }), FLAG_PAGES)).toThrow(/not known|names its memory/);
});

test('truncated code is refused', () => {
  const module = moduleOf(SAMPLES[0]!);
  expect(() => trackedCode(module.subarray(0, -3), FLAG_PAGES)).toThrow('truncated');
});

test('QuickJS is tracked', async () => {
  const code = await wasmBytes();
  expect(trackedCode(code, FLAG_PAGES).length).toBeGreaterThan(code.length);
});
