// Loads QuickJS, compiled to WebAssembly, as a module with its own memory, and defines the types of its raw interface.
import { readFile } from 'node:fs/promises';
import type { QuickJSSyncVariant } from 'quickjs-emscripten-core';
import { quickJs, quickJsCode } from '../base/quickjs.ts';
import { wasm, type WasmInstance, type WasmMemory, type WasmModule } from '../base/wasm.ts';

type FfiClass = Awaited<ReturnType<QuickJSSyncVariant['importFFI']>>;
type LoaderImport = Awaited<ReturnType<QuickJSSyncVariant['importModuleLoader']>>;

/** The exported functions of QuickJS, which take and return addresses. */
export type Ffi = InstanceType<FfiClass>;
export type EngineModule = ConstructorParameters<FfiClass>[0];
/** The address of a NUL-terminated string. */
export type TextAddress = ReturnType<Ffi['QTS_GetString']>;
/** The address of the arguments of a host function. */
export type ArgumentsAddress = ReturnType<Ffi['QTS_ArgvGetJSValueConstPointer']>;
/** The address of a JSValue. */
export type Value = ReturnType<Ffi['QTS_NewObject']>;
export type Context = ReturnType<Ffi['QTS_NewContext']>;

/** The address that means no value. */
export const NO_VALUE = 0 as Value;

export interface LoadedModule {
  readonly module: EngineModule;
  readonly ffi: Ffi;
}

/** Instantiates QuickJS in `memory`. */
export async function loadEngineModule(memory: WasmMemory): Promise<LoadedModule> {
  const [code, loader, FfiOfVariant] = await Promise.all([
    // Compiled once per thread, since compiling takes longer than everything else.
    (compiled ??= compile()),
    quickJs.importModuleLoader(),
    quickJs.importFFI(),
  ]);
  const module = await unwrapLoader(loader)(loaderOptions(code, memory));
  return { module, ffi: new FfiOfVariant(module) };
}

/** Returns the loader function: bundlers wrap it in one or two `default` properties. */
function unwrapLoader(loader: LoaderImport): Extract<LoaderImport, (...options: never[]) => unknown> {
  if (typeof loader === 'function') return loader;
  return typeof loader.default === 'function' ? loader.default : loader.default.default;
}

let compiled: Promise<WasmModule> | null = null;

async function compile(): Promise<WasmModule> {
  return wasm.compile(await wasmBytes());
}

let bytes: Promise<Buffer> | null = null;

/** Returns the WebAssembly code of the engine. */
export function wasmBytes(): Promise<Buffer> {
  return (bytes ??= readFile(new URL(quickJsCode)));
}

function loaderOptions(code: WasmModule, wasmMemory: WasmMemory): object {
  return {
    wasmMemory,
    instantiateWasm(
      imports: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
      onSuccess: (instance: WasmInstance) => void,
    ) {
      const instance = new wasm.Instance(code, imports);
      onSuccess(instance);
      return instance.exports;
    },
    // The engine's own messages, for example before it aborts, must not reach the user's terminal.
    print: () => undefined,
    printErr: () => undefined,
  };
}
