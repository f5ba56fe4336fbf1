// One QuickJS engine in its own WebAssembly memory. It takes and returns text, and can be stopped. It calls the raw
// interface below the handles of quickjs-emscripten-core, because these would dangle after the memory is restored.
import { wasm, type WasmMemory } from '../base/wasm.ts';
import {
  loadEngineModule,
  NO_VALUE,
  type Context,
  type EngineModule,
  type Ffi,
  type LoadedModule,
  type TextAddress,
  type Value,
} from './engine-module.ts';
import { EngineError } from './engine-error.ts';
import { HostBridge, type HostDispatch } from './host-bridge.ts';
import type { Modules } from './job.ts';
import { modulePath } from './module-path.ts';
import { MAX_ENGINE_BYTES, PAGE_BYTES, RunLimits } from './run-limits.ts';
import { WasmText } from './wasm-text.ts';

/** Addresses that are valid in every memory with the same content. */
export interface Roots {
  readonly runtime: ReturnType<Ffi['QTS_NewRuntime']>;
  readonly context: Context;
  /** The function that the host calls. */
  readonly entry: Value;
  /** The address of the word that holds the end of the heap; null when it is not known. */
  readonly heapEndAddress: number | null;
}

/** The result of code that threw. */
export interface Thrown {
  /** The thrown value. */
  readonly thrown: Value;
}

/** The initial size of a memory. It is generous, because untouched pages cost nothing and growing is slow. */
export const INITIAL_BYTES = 32 * 1024 * 1024;
const MAX_STACK_BYTES = 256 * 1024;
const JOBS_AT_A_TIME = 1000;
const POINTER_BYTES = 4;
const ALL_INTRINSICS = 0 as Parameters<Ffi['QTS_NewContext']>[1];
const EVALUATE_PARAMETERS = 6;
const NOT_A_MODULE = 0;
const PLAIN_SCRIPT = 0;
/** JS_EVAL_TYPE_MODULE */
const MODULE = 1;
const CUSTOM_NORMALIZE = 1;

export class Engine {
  readonly memory: WasmMemory;
  readonly #module: EngineModule;
  readonly #ffi: Ffi;
  readonly #text: WasmText;
  readonly #evaluate: (...values: readonly number[]) => Value;
  readonly #host: HostBridge;
  #roots: Roots | null = null;
  #dispatch: HostDispatch = () => undefined;
  #onPoll: () => void = () => undefined;
  readonly #limits: RunLimits;
  /** The modules that code may import. */
  modules: Modules = {};

  static async create(): Promise<Engine> {
    const memory = new wasm.Memory({
      initial: INITIAL_BYTES / PAGE_BYTES,
      maximum: MAX_ENGINE_BYTES / PAGE_BYTES,
    });
    return new Engine(memory, await loadEngineModule(memory));
  }

  private constructor(memory: WasmMemory, { module, ffi }: LoadedModule) {
    this.memory = memory;
    this.#module = module;
    this.#ffi = ffi;
    // That of the interface takes the name of the file as text; here it is in the memory already.
    this.#evaluate = module.cwrap('QTS_Eval', 'number', Array<'number'>(EVALUATE_PARAMETERS).fill('number'));
    this.#text = new WasmText(memory, (size) => this.allocate(size));
    this.#host = new HostBridge(ffi, this.#text, this);
    this.#limits = new RunLimits(memory, MAX_ENGINE_BYTES);
    module.callbacks = {
      // Numbers of host functions start at 1 in the engine.
      callFunction: (_asyncify, _context, _self, count, values, id) =>
        this.#host.call(this.#dispatch, count, values, id - 1),
      shouldInterrupt: () => {
        this.#onPoll();
        return this.#limits.areExceeded(this.allocatedBytes) ? 1 : 0;
      },
      freeHostRef: () => undefined,
      loadModuleSource: (_asyncify, _runtime, _context, name) => this.#moduleSource(name),
      normalizeModule: (_asyncify, _runtime, _context, base, name) => this.#newModulePath(base, name),
    };
  }

  get roots(): Roots {
    if (this.#roots === null) throw new EngineError('nothing is loaded');
    return this.#roots;
  }

  set roots(roots: Roots) {
    this.#roots = roots;
  }

  /** The reason why code was stopped since the last `arm()`; null when it was not. */
  get stopped(): 'time' | 'memory' | null {
    return this.#limits.stopped;
  }

  /** True when memory was refused since the last `arm()`. */
  get isFull(): boolean {
    return this.#limits.isFull;
  }

  /** The end of the heap, which never shrinks; the size of the memory when the end is not known. */
  get allocatedBytes(): number {
    const { buffer } = this.memory;
    const { heapEndAddress } = this.roots;
    if (heapEndAddress === null) return buffer.byteLength;
    return Math.min(new DataView(buffer).getUint32(heapEndAddress, true), buffer.byteLength);
  }

  /** True when the memory is larger than it was at the start, so that no snapshot fits it. */
  get hasGrown(): boolean {
    return this.memory.buffer.byteLength > INITIAL_BYTES;
  }

  /** Creates a runtime and a context. */
  createContext(heapEndAddress: number | null): void {
    const runtime = this.#ffi.QTS_NewRuntime();
    this.#ffi.QTS_RuntimeSetMaxStackSize(runtime, MAX_STACK_BYTES);
    this.#ffi.QTS_RuntimeEnableInterruptHandler(runtime);
    this.#ffi.QTS_RuntimeEnableModuleLoader(runtime, CUSTOM_NORMALIZE);
    const context = this.#ffi.QTS_NewContext(runtime, ALL_INTRINSICS);
    this.#roots = { runtime, context, entry: NO_VALUE, heapEndAddress };
  }

  /**
   * Sets the limits and the host functions for the code that runs next. `deadline` is on the clock of
   * `performance.now()`; `maxBytes` of memory include the snapshot. `onPoll`: called now and then while the code runs,
   * even in an endless loop.
   */
  arm(deadline: number, maxBytes: number, dispatch: HostDispatch, onPoll = (): void => undefined): void {
    this.#limits.arm(deadline, maxBytes);
    this.#dispatch = dispatch;
    this.#onPoll = onPoll;
    // In WebAssembly QuickJS does not know how much memory it uses, so this only refuses single large allocations.
    this.#ffi.QTS_RuntimeSetMemoryLimit(this.roots.runtime, maxBytes);
  }

  /** Moves the deadline of the code that is running. */
  extendDeadline(deadline: number): void {
    this.#limits.deadline = deadline;
  }

  /** Runs a script, or a module, whose result is its namespace. */
  evaluate(code: string, file: string, isModule = false): Value | Thrown {
    const { address, length } = this.#writeText(code);
    const name = this.#writeText(file);
    const value = this.#evaluate(
      this.roots.context,
      address,
      length,
      name.address,
      NOT_A_MODULE,
      isModule ? MODULE : PLAIN_SCRIPT,
    );
    this.#module._free(name.address);
    this.#module._free(address);
    return this.#resolveException(value);
  }

  call(fn: Value, values: readonly Value[]): Value | Thrown {
    const address = this.allocate(Math.max(values.length, 1) * POINTER_BYTES);
    if (address === 0) throw new EngineError('no memory is left');
    values.forEach((value, index) => this.#text.writeAddress(value, address + index * POINTER_BYTES));
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

  /** Calls the entry function with text. Returns its result as text, or null when that is longer than `max` bytes. */
  enter(values: readonly string[], max: number): string | null | Thrown {
    const handles = values.map((value) => this.newText(value));
    const result = this.call(this.roots.entry, handles);
    this.free(...handles);
    return isThrown(result) ? result : this.takeText(result, max);
  }

  /** Frees a value and returns it as text, or null when that is longer than `max` bytes. */
  takeText(value: Value, max: number): string | null {
    const address = this.#ffi.QTS_GetString(this.roots.context, value);
    if ((address as number) === 0) throw new EngineError('a result could not be read');
    const text = this.#text.read(address, max);
    this.#ffi.QTS_FreeCString(this.roots.context, address);
    this.free(value);
    return text;
  }

  /** Runs pending promise jobs. Returns false when there were none. */
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
    const value = this.#ffi.QTS_NewString(this.roots.context, address as TextAddress);
    this.#module._free(address);
    return value;
  }

  /** Creates an object of host functions, whose numbers start at `first`. */
  hostObject(names: readonly string[], first: number): Value {
    const { context } = this.roots;
    const object = this.#ffi.QTS_NewObject(context);
    names.forEach((name, index) => {
      // The engine takes the number 0 for no function.
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

  /** Allocates bytes in the WebAssembly memory. Returns their address, or 0 when there is no room. */
  allocate(size: number): number {
    return this.#module._malloc(size);
  }

  deallocate(address: number): void {
    this.#module._free(address);
  }

  /** Resolves the path of a module from that of the one that imports it. The engine frees the text. */
  #newModulePath(base: string, name: string): TextAddress {
    return (this.#text.write(modulePath(base, name))?.address ?? 0) as TextAddress;
  }

  /** Never throws, because nothing may be thrown through the stack frames of WebAssembly. */
  #moduleSource(path: string): TextAddress {
    const code = Object.hasOwn(this.modules, path) ? this.modules[path] : undefined;
    const address = code === undefined ? undefined : this.#text.write(code)?.address;
    if (address === undefined)
      this.#host.throwTypeError(`there is no module ${JSON.stringify(path)} to import`);
    return (address ?? 0) as TextAddress;
  }

  #writeText(text: string): { readonly address: number; readonly length: number } {
    const written = this.#text.write(text);
    if (written === null) throw new EngineError('no memory is left');
    return written;
  }

  #resolveException(value: Value): Value | Thrown {
    const thrown = this.#ffi.QTS_ResolveException(this.roots.context, value);
    if (thrown === NO_VALUE) return value;
    this.free(value);
    return { thrown };
  }
}

/** True when a result is a thrown value. */
export function isThrown(result: unknown): result is Thrown {
  return typeof result === 'object' && result !== null && 'thrown' in result;
}
