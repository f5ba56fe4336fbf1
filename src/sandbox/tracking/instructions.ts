// The instructions of WebAssembly that compilers of C use, as far as rewriting code needs to know them
// (https://webassembly.github.io/spec/core/binary/instructions.html).
import type { CodeReader } from './code-bytes.ts';

export const OP = {
  localGet: 0x20,
  localSet: 0x21,
  localTee: 0x22,
  i32Store: 0x36,
  i64Store: 0x37,
  f32Store: 0x38,
  f64Store: 0x39,
  i32Store8: 0x3a,
  i32Store16: 0x3b,
  i64Store8: 0x3c,
  i64Store16: 0x3d,
  i64Store32: 0x3e,
  i32Const: 0x41,
  i32Add: 0x6a,
  i32Sub: 0x6b,
  i32ShiftRight: 0x76,
  /** Precedes the instructions of `LONG_OP`. */
  long: 0xfc,
} as const;

export const LONG_OP = { memoryCopy: 10, memoryFill: 11 } as const;

/** The last conversion from a float to an integer that saturates; the first has the number 0. */
const LAST_SATURATING = 7;

type Range = readonly [number, number];

/** The functions that skip what follows an instruction, and the instructions that it follows. */
const IMMEDIATES: readonly (readonly [skip: (reader: CodeReader) => void, ...ranges: readonly Range[]])[] = [
  // Control, parametric, comparisons, arithmetic and conversions
  [() => undefined, [0x00, 0x01], [0x05, 0x05], [0x0b, 0x0b], [0x0f, 0x0f], [0x1a, 0x1b], [0x45, 0xc4]],
  // Blocks, branches, calls, locals, globals, the size of the memory, and constants
  [(reader) => reader.skipNumber(), [0x02, 0x04], [0x0c, 0x0d], [0x10, 0x10], [0x20, 0x24], [0x3f, 0x42]],
  // Loads, and calls through a table
  [skipTwoNumbers, [0x28, 0x35], [0x11, 0x11]],
  // f32.const
  [(reader) => reader.skip(4), [0x43, 0x43]],
  // f64.const
  [(reader) => reader.skip(8), [0x44, 0x44]],
  // br_table, whose default target is not counted
  [(reader) => skipNumbers(reader, reader.u32() + 1), [0x0e, 0x0e]],
];

const SKIP: readonly (((reader: CodeReader) => void) | undefined)[] = Array.from(
  { length: 256 },
  (_, op) =>
    IMMEDIATES.find(([, ...ranges]) => ranges.some(([first, last]) => op >= first && op <= last))?.[0],
);

/** Skips what follows an instruction that does not write to memory. Throws for unknown ones. */
export function skipImmediates(op: number, reader: CodeReader): void {
  const skip = SKIP[op];
  if (skip === undefined) throw new Error(`the instruction ${op} is not known`);
  skip(reader);
}

/** Skips what follows the second number of a long instruction that does not write to memory. */
export function skipLongImmediates(op: number): void {
  if (op > LAST_SATURATING) throw new Error(`the long instruction ${op} is not known`);
}

function skipTwoNumbers(reader: CodeReader): void {
  skipNumbers(reader, 2);
}

function skipNumbers(reader: CodeReader, count: number): void {
  for (let left = count; left > 0; left -= 1) reader.skipNumber();
}
