// One QuickJS in a WebAssembly memory of its own: text in, text out, and the means to stop it. It is spoken to below the
// handles of quickjs-emscripten, which would outlive what they point to when the memory is restored.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { RELEASE_SYNC, type QuickJSSyncVariant } from 'quickjs-emscripten';
import { HostError } from './host-error.ts';
import type { HostResult, HostArguments } from './setup.ts';
import { wasm, type WasmInstance, type WasmMemory, type WasmModule } from '../base/wasm.ts';
import { WasmText } from './wasm-text.ts';

type FfiClass = Awaited<ReturnType<QuickJSSyncVariant['importFFI']>>;
type LoaderImport = Awaited<ReturnType<QuickJSSyncVariant['importModuleLoader']>>;
type Ffi = InstanceType<FfiClass>;
type Module = ConstructorParameters<FfiClass>[0];
type Text = ReturnType<Ffi['QTS_GetString']>;
type Argument = ReturnType<Ffi['QTS_ArgvGetJSValueConstPointer']>;
/** Where a JSValue is kept in the memory. */
export type Value = ReturnType<Ffi['QTS_NewObject']>;

/** Pointers that hold in every memory with the same content. */
export interface Roots {
  readonly runtime: ReturnType<Ffi['QTS_NewRuntime']>;
  readonly context: ReturnType<Ffi['QTS_NewContext']>;
  /** The function that is called from outside. */
  readonly entry: Value;
  /** Where the memory says how far it has been given out; null when that was not found. */
  readonly heapEndAddress: number | null;
}

/** Calls a host function by its number. */
export type HostDispatch = (number: number, values: HostArguments) => HostResult;

/** Where code has thrown; `value` is what. */
export interface Thrown {
  readonly thrown: Value;
}

/** The engine has no room for what is to be put into it, or has failed in itself: it cannot go on. */
export class EngineError extends Error {}

const PAGE_BYTES = 65_536;
/** Untouched pages cost nothing, and what is there from the start need not grow. */
export const INITIAL_BYTES = 32 * 1024 * 1024;
const MAX_BYTES = 256 * 1024 * 1024;
const MAX_STACK_BYTES = 256 * 1024;
const JOBS_AT_A_TIME = 1000;
const MAX_ARGUMENT_BYTES = 64 * 1024 * 1024;
const POINTER_BYTES = 4;
const ALL_INTRINSICS = 0 as Parameters<Ffi['QTS_NewContext']>[1];
const NOT_A_MODULE = 0 as Parameters<Ffi['QTS_Eval']>[4];
const PLAIN_SCRIPT = 0 as Parameters<Ffi['QTS_Eval']>[5];
const NOTHING = 0 as Value;

export class Engine {
  readonly memory: WasmMemory;
  readonly #module: Module;
  readonly #ffi: Ffi;
  readonly #text: WasmText;
  #roots: Roots | null = null;
  #dispatch: HostDispatch = () => undefined;
  #deadline = Infinity;
  #maxBytes = MAX_BYTES;
  #stopped: 'time' | 'memory' | null = null;
  #isFull = false;

  static async create(): Promise<Engine> {
    const [code, load, FfiOfVariant] = await Promise.all([
      wasmModule(),
      RELEASE_SYNC.importModuleLoader(),
      RELEASE_SYNC.importFFI(),
    ]);
    const memory = new wasm.Memory({
      initial: INITIAL_BYTES / PAGE_BYTES,
      maximum: MAX_BYTES / PAGE_BYTES,
    });
    const module = await loaderOf(load)(loaderOptions(code, memory));
    return new Engine(memory, module, new FfiOfVariant(module));
  }

  private constructor(memory: WasmMemory, module: Module, ffi: Ffi) {
    this.memory = memory;
    this.#module = module;
    this.#ffi = ffi;
    this.#text = new WasmText(memory, (size) => this.allocate(size));
    this.#guardGrowth();
    module.callbacks = {
      callFunction: (_asyncify, _context, _self, count, values, id) => this.#hostCall(count, values, id),
      shouldInterrupt: () => this.#interrupt(),
      freeHostRef: () => undefined,
      // Asked only where a module loader was enabled, which is nowhere.
      loadModuleSource: () => 0 as Text,
      normalizeModule: () => 0 as Text,
    };
  }

  get roots(): Roots {
    if (this.#roots === null) throw new EngineError('nothing is loaded');
    return this.#roots;
  }

  set roots(roots: Roots) {
    this.#roots = roots;
  }

  /** Why code was stopped since the engine was last armed; null when it was not. */
  get stopped(): 'time' | 'memory' | null {
    return this.#stopped;
  }

  /** Whether memory was refused since the engine was last armed. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** How far the memory has been given out, which never goes down; its size where that is not known. */
  get allocatedBytes(): number {
    const { buffer } = this.memory;
    const { heapEndAddress } = this.roots;
    if (heapEndAddress === null) return buffer.byteLength;
    return Math.min(new DataView(buffer).getUint32(heapEndAddress, true), buffer.byteLength);
  }

  get hasGrown(): boolean {
    return this.memory.buffer.byteLength > INITIAL_BYTES;
  }

  /** Makes a runtime and a context. */
  createContext(heapEndAddress: number | null): void {
    const runtime = this.#ffi.QTS_NewRuntime();
    this.#ffi.QTS_RuntimeSetMaxStackSize(runtime, MAX_STACK_BYTES);
    this.#ffi.QTS_RuntimeEnableInterruptHandler(runtime);
    const context = this.#ffi.QTS_NewContext(runtime, ALL_INTRINSICS);
    this.#roots = { runtime, context, entry: NOTHING, heapEndAddress };
  }

  /**
   * What holds for the code that is run from now on. `deadline` as `performance.now()` counts; `mostBytes` of memory,
   * what the image takes included.
   */
  arm(deadline: number, maxBytes: number, dispatch: HostDispatch): void {
    this.#deadline = deadline;
    this.#maxBytes = maxBytes;
    this.#stopped = null;
    this.#isFull = false;
    this.#dispatch = dispatch;
    // Built for WebAssembly, QuickJS does not know how much it has: this refuses single large pieces, no more.
    this.#ffi.QTS_RuntimeSetMemoryLimit(this.roots.runtime, maxBytes);
  }

  /** What is running may go on for longer. */
  extendDeadline(deadline: number): void {
    this.#deadline = deadline;
  }

  evaluate(code: string, file: string): Value | Thrown {
    const { address, length } = this.#writeText(code);
    const value = this.#ffi.QTS_Eval(
      this.roots.context,
      address as Text,
      length,
      file,
      NOT_A_MODULE,
      PLAIN_SCRIPT,
    );
    this.#module._free(address);
    return this.#resolveException(value);
  }

  call(fn: Value, values: readonly Value[]): Value | Thrown {
    const address = this.allocate(Math.max(values.length, 1) * POINTER_BYTES);
    if (address === 0) throw new EngineError('no memory is left');
    values.forEach((value, index) => this.#text.view.writeUInt32LE(value, address + index * POINTER_BYTES));
    const result = this.#ffi.QTS_Call(
      this.roots.context,
      fn,
      this.#ffi.QTS_GetUndefined(),
      values.length,
      address as Parameters<Ffi['QTS_Call']>[4],
    );
    this.#module._free(address);
    return this.#resolveException(result);
  }

  /** Calls the entry with text; its answer as text of at most `most` bytes, null when it is longer. */
  enter(values: readonly string[], max: number): string | null | Thrown {
    const handles = values.map((value) => this.newText(value));
    const result = this.call(this.roots.entry, handles);
    this.free(...handles);
    return isThrown(result) ? result : this.takeText(result, max);
  }

  /** Reads and frees a value. */
  takeText(value: Value, max: number): string | null {
    const address = this.#ffi.QTS_GetString(this.roots.context, value);
    if ((address as number) === 0) throw new EngineError('an answer could not be read');
    const text = this.#text.read(address, max);
    this.#ffi.QTS_FreeCString(this.roots.context, address);
    this.free(value);
    return text;
  }

  /** Runs what promises wait for; false when nothing was left to run. */
  runPendingJobs(): boolean {
    const { runtime, context } = this.roots;
    if (this.#ffi.QTS_IsJobPending(runtime) === 0) return false;
    const address = this.allocate(POINTER_BYTES);
    if (address === 0) throw new EngineError('no memory is left');
    const ran = this.#ffi.QTS_ExecutePendingJob(
      runtime,
      JOBS_AT_A_TIME,
      address as Parameters<Ffi['QTS_ExecutePendingJob']>[2],
    );
    this.#module._free(address);
    this.#ffi.QTS_FreeValuePointer(context, ran);
    return true;
  }

  newText(text: string): Value {
    const { address } = this.#writeText(text);
    const value = this.#ffi.QTS_NewString(this.roots.context, address as Text);
    this.#module._free(address);
    return value;
  }

  /** An object of host functions, numbered from `first`. */
  hostObject(names: readonly string[], first: number): Value {
    const { context } = this.roots;
    const object = this.#ffi.QTS_NewObject(context);
    names.forEach((name, index) => {
      // Number 0 is none.
      const id = (first + index + 1) as Parameters<Ffi['QTS_NewFunction']>[4];
      const key = this.newText(name);
      const fn = this.#ffi.QTS_NewFunction(context, name, 0, false, id);
      this.#ffi.QTS_SetProp(context, object, key, fn);
      this.free(key, fn);
    });
    return object;
  }

  free(...values: readonly Value[]): void {
    for (const value of values) this.#ffi.QTS_FreeValuePointer(this.roots.context, value);
  }

  /** Of the memory itself; 0 when there is no room. */
  allocate(size: number): number {
    return this.#module._malloc(size);
  }

  deallocate(address: number): void {
    this.#module._free(address);
  }

  #writeText(text: string): { readonly address: number; readonly length: number } {
    const written = this.#text.write(text);
    if (written === null) throw new EngineError('no memory is left');
    return written;
  }

  #resolveException(value: Value): Value | Thrown {
    const thrown = this.#ffi.QTS_ResolveException(this.roots.context, value);
    if (thrown === NOTHING) return value;
    this.free(value);
    return { thrown };
  }

  #interrupt(): 0 | 1 {
    if (this.allocatedBytes > this.#maxBytes) this.#stopped = 'memory';
    else if (performance.now() >= this.#deadline) this.#stopped = 'time';
    return this.#stopped === null ? 0 : 1;
  }

  /** Stands before the memory's own: what it throws is taken for a memory that is full. */
  #guardGrowth(): void {
    const grow = this.memory.grow.bind(this.memory);
    this.memory.grow = (pages) => {
      const size = this.memory.buffer.byteLength + pages * PAGE_BYTES;
      this.#isFull ||= size > this.#maxBytes;
      if (size > this.#maxBytes) throw new EngineError('no memory is left');
      return grow(pages);
    };
  }

  /** Nothing may be thrown through the frames of WebAssembly. */
  #hostCall(count: number, values: Argument, id: number): Value {
    try {
      return this.#toValue(this.#dispatch(id - 1, this.#arguments(count, values)));
    } catch (error) {
      return this.#throwTypeError(error instanceof HostError ? error.message : 'the host could not do this');
    }
  }

  #toValue(result: HostResult): Value {
    if (result === undefined) return NOTHING;
    if (typeof result === 'string') return this.newText(result);
    const address = this.#text.writeBytes(result);
    if (address === null) throw new HostError('no memory is left');
    return this.#ffi.QTS_NewArrayBuffer(
      this.roots.context,
      address as Parameters<Ffi['QTS_NewArrayBuffer']>[1],
      result.length,
    );
  }

  #throwTypeError(message: string): Value {
    const { context } = this.roots;
    const error = this.#ffi.QTS_NewError(context);
    for (const [name, text] of Object.entries({ name: 'TypeError', message })) {
      const key = this.newText(name);
      const value = this.newText(text);
      this.#ffi.QTS_SetProp(context, error, key, value);
      this.free(key, value);
    }
    const thrown = this.#ffi.QTS_Throw(context, error);
    this.free(error);
    return thrown;
  }

  #arguments(count: number, values: Argument): HostArguments {
    const address = (index: number): Argument => {
      if (index >= count) throw new HostError('an argument is missing');
      return this.#ffi.QTS_ArgvGetJSValueConstPointer(values, index);
    };
    return {
      text: (index) => this.#argumentText(address(index)),
      bytes: (index) => this.#argumentBytes(address(index)),
    };
  }

  #argumentText(value: Argument): string {
    const { context } = this.roots;
    const address = this.#ffi.QTS_GetString(context, value);
    if ((address as number) === 0) throw new HostError('an argument is not text');
    const text = this.#text.read(address, MAX_ARGUMENT_BYTES);
    this.#ffi.QTS_FreeCString(context, address);
    if (text === null) throw new HostError('an argument is too long');
    return text;
  }

  #argumentBytes(value: Argument): Uint8Array {
    const { context } = this.roots;
    const address = this.#ffi.QTS_GetArrayBuffer(context, value);
    if (address === NOTHING) throw new HostError('an argument is not an ArrayBuffer');
    return this.#text.bytes(address, this.#ffi.QTS_GetArrayBufferLength(context, value));
  }
}

export function isThrown(result: unknown): result is Thrown {
  return typeof result === 'object' && result !== null && 'thrown' in result;
}

/** Bundlers wrap it in one or two defaults. */
function loaderOf(found: LoaderImport): Extract<LoaderImport, (...options: never[]) => unknown> {
  if (typeof found === 'function') return found;
  return typeof found.default === 'function' ? found.default : found.default.default;
}

let compiled: Promise<WasmModule> | null = null;

/** Once for a thread: compiling takes longer than all else. */
function wasmModule(): Promise<WasmModule> {
  return (compiled ??= compile());
}

async function compile(): Promise<WasmModule> {
  return wasm.compile(await wasmBytes());
}

let wasmCode: Promise<Buffer> | null = null;

/** The engine itself. */
export function wasmBytes(): Promise<Buffer> {
  // It is a dependency of quickjs-emscripten, and need not be seen from here.
  const near = createRequire(createRequire(import.meta.url).resolve('quickjs-emscripten'));
  return (wasmCode ??= readFile(near.resolve('@jitl/quickjs-wasmfile-release-sync/wasm')));
}

function loaderOptions(code: WasmModule, wasmMemory: WasmMemory): object {
  return {
    wasmMemory,
    instantiateWasm(imports: NonNullable<unknown>, onSuccess: (instance: WasmInstance) => void) {
      const instance = new wasm.Instance(code, imports);
      onSuccess(instance);
      return instance.exports;
    },
    // What it says when it gives up goes nowhere near the user's terminal.
    print: () => undefined,
    printErr: () => undefined,
  };
}
