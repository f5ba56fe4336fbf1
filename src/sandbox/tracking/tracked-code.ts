// Rewrites a WebAssembly module so that it keeps record of what it writes to its memory: after each instruction that
// writes, it sets a byte of a second memory for each block that was written to. Code cannot reach that memory itself.
import { CodeReader, CodeWriter } from './code-bytes.ts';
import { LONG_OP, OP, skipImmediates, skipLongImmediates } from './instructions.ts';

/** A block has two to the power of this many bytes: larger ones are more to restore, smaller ones more to look at. */
export const BLOCK_BITS = 10;
/** A store sets the flag of the block in which it begins, and may reach this many bytes into the next one. */
export const MAX_OVERLAP_BYTES = 7;

/** The import of the memory with the flags. */
export const FLAGS_IMPORT = { module: 'tracking', name: 'flags' } as const;

const HEAD_BYTES = 8;
const SECTION = { types: 1, imports: 2, functions: 3, code: 10 } as const;
const FUNCTION_TYPE = 0x60;
const MEMORY_IMPORT = 2;
const HAS_MAXIMUM = 1;
const FLAGS_MEMORY = 1;
/** The bit of an alignment that says that the number of a memory follows. */
const HAS_MEMORY_NUMBER = 0x40;
const WRITTEN = 1;

/** Groups of locals that each function gets, as count and type: three i32, one i64, one f32, one f64. */
const ADDED_GROUPS = 4;
const ADDED_LOCALS = Uint8Array.of(3, 0x7f, 1, 0x7e, 1, 0x7d, 1, 0x7c);
/** The places of these locals. */
const LOCAL = { address: 0, value: 1, length: 2, i64: 3, f32: 4, f64: 5 } as const;

/** The local that takes the value of each store. */
const VALUE_LOCAL: Readonly<Record<number, number>> = {
  [OP.i32Store]: LOCAL.value,
  [OP.i64Store]: LOCAL.i64,
  [OP.f32Store]: LOCAL.f32,
  [OP.f64Store]: LOCAL.f64,
  [OP.i32Store8]: LOCAL.value,
  [OP.i32Store16]: LOCAL.value,
  [OP.i64Store8]: LOCAL.i64,
  [OP.i64Store16]: LOCAL.i64,
  [OP.i64Store32]: LOCAL.i64,
};

/**
 * Returns the module with an import more, a memory of `pages` with the flags. Throws for a module that contains
 * instructions that are not known, because they might write.
 */
export function trackedCode(module: Uint8Array, pages: number): Uint8Array {
  const reader = new CodeReader(module, HEAD_BYTES);
  const writer = new CodeWriter(module.length * 2);
  writer.copy(module, 0, HEAD_BYTES);
  let paramsOfTypes: readonly number[] = [];
  let paramsOfFunctions: readonly number[] = [];
  while (!reader.isAtEnd) {
    const id = reader.byte();
    const section = reader.part(reader.u32());
    const { at } = section;
    writer.byte(id);
    writer.sized(() => {
      if (id === SECTION.imports) writeImports(section, writer, pages);
      else if (id === SECTION.code) writeFunctions(section, writer, paramsOfFunctions);
      else writer.copy(module, at, section.end);
    });
    if (id === SECTION.types) paramsOfTypes = readParams(section);
    else if (id === SECTION.functions)
      paramsOfFunctions = readList(section, () => paramsOfTypes[section.u32()] ?? 0);
  }
  return writer.written;
}

function readList<T>(reader: CodeReader, read: () => T): readonly T[] {
  return Array.from({ length: reader.u32() }, read);
}

/** Returns the number of parameters of each type. */
function readParams(section: CodeReader): readonly number[] {
  return readList(section, () => {
    if (section.byte() !== FUNCTION_TYPE) throw new Error('a type is not that of a function');
    const params = section.u32();
    section.skip(params);
    const results = section.u32();
    section.skip(results);
    return params;
  });
}

function writeImports(section: CodeReader, writer: CodeWriter, pages: number): void {
  writer.u32(section.u32() + 1);
  writer.copy(section.bytes, section.at, section.end);
  writer.text(FLAGS_IMPORT.module);
  writer.text(FLAGS_IMPORT.name);
  for (const byte of [MEMORY_IMPORT, HAS_MAXIMUM]) writer.byte(byte);
  for (const size of [pages, pages]) writer.u32(size);
}

function writeFunctions(section: CodeReader, writer: CodeWriter, params: readonly number[]): void {
  const count = section.u32();
  writer.u32(count);
  for (let index = 0; index < count; index += 1) {
    const body = section.part(section.u32());
    writer.sized(() => writeFunction(body, writer, params[index] ?? 0));
  }
}

function writeFunction(body: CodeReader, writer: CodeWriter, params: number): void {
  const groups = body.u32();
  const groupsAt = body.at;
  let firstLocal = params;
  for (let group = 0; group < groups; group += 1) {
    firstLocal += body.u32();
    body.byte();
  }
  writer.u32(groups + ADDED_GROUPS);
  writer.copy(body.bytes, groupsAt, body.at);
  writer.copy(ADDED_LOCALS, 0, ADDED_LOCALS.length);
  writeInstructions(body, new Emitter(writer, firstLocal));
}

function writeInstructions(body: CodeReader, emitter: Emitter): void {
  let copiedTo = body.at;
  while (!body.isAtEnd) {
    const { at } = body;
    const op = body.byte();
    const value = VALUE_LOCAL[op];
    const longOp = op === OP.long ? body.u32() : null;
    if (value !== undefined) {
      emitter.copy(body, copiedTo, at);
      emitter.store(body, at, value);
      copiedTo = body.at;
    } else if (longOp === LONG_OP.memoryCopy || longOp === LONG_OP.memoryFill) {
      emitter.copy(body, copiedTo, at);
      body.skip(longOp === LONG_OP.memoryCopy ? 2 : 1);
      emitter.range(body, at);
      copiedTo = body.at;
    } else if (longOp === null) skipImmediates(op, body);
    else skipLongImmediates(longOp);
  }
  emitter.copy(body, copiedTo, body.end);
}

/** Writes instructions with their flags; the reader has read the instruction that begins at `at`. */
class Emitter {
  readonly #writer: CodeWriter;
  readonly #firstLocal: number;

  constructor(writer: CodeWriter, firstLocal: number) {
    this.#writer = writer;
    this.#firstLocal = firstLocal;
  }

  copy(body: CodeReader, from: number, to: number): void {
    this.#writer.copy(body.bytes, from, to);
  }

  /** Writes a store, whose address and value are on the stack. */
  store(body: CodeReader, at: number, value: number): void {
    if ((body.u32() & HAS_MEMORY_NUMBER) !== 0) throw new Error('a store names its memory');
    const offset = body.u32();
    this.#local(OP.localSet, value);
    this.#local(OP.localTee, LOCAL.address);
    this.#local(OP.localGet, value);
    this.copy(body, at, body.at);
    this.#local(OP.localGet, LOCAL.address);
    if (offset !== 0) {
      this.#constant(offset);
      this.#writer.byte(OP.i32Add);
    }
    this.#toBlock();
    this.#constant(WRITTEN);
    for (const byte of [OP.i32Store8, HAS_MEMORY_NUMBER, FLAGS_MEMORY, 0]) this.#writer.byte(byte);
  }

  /** Writes a copy or fill; the address, the source or value, and the length are on the stack. */
  range(body: CodeReader, at: number): void {
    this.#local(OP.localSet, LOCAL.length);
    this.#local(OP.localSet, LOCAL.value);
    this.#local(OP.localTee, LOCAL.address);
    this.#local(OP.localGet, LOCAL.value);
    this.#local(OP.localGet, LOCAL.length);
    this.copy(body, at, body.at);
    this.#firstBlock();
    this.#constant(WRITTEN);
    this.#local(OP.localGet, LOCAL.address);
    this.#local(OP.localGet, LOCAL.length);
    this.#writer.byte(OP.i32Add);
    this.#constant(2 ** BLOCK_BITS - 1);
    this.#writer.byte(OP.i32Add);
    this.#toBlock();
    this.#firstBlock();
    this.#writer.byte(OP.i32Sub);
    for (const byte of [OP.long, LONG_OP.memoryFill, FLAGS_MEMORY]) this.#writer.byte(byte);
  }

  #firstBlock(): void {
    this.#local(OP.localGet, LOCAL.address);
    this.#toBlock();
  }

  #toBlock(): void {
    this.#constant(BLOCK_BITS);
    this.#writer.byte(OP.i32ShiftRight);
  }

  #constant(value: number): void {
    this.#writer.byte(OP.i32Const);
    this.#writer.i32(value | 0);
  }

  #local(op: number, local: number): void {
    this.#writer.byte(op);
    this.#writer.u32(this.#firstLocal + local);
  }
}
