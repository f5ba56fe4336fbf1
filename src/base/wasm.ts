// Types for the part of WebAssembly used here. Node implements it, but neither its types nor TypeScript's ES library
// declares it.

export interface WasmMemory {
  /** Replaced by another buffer when the memory grows. */
  readonly buffer: ArrayBuffer;
  /** Grows by pages of 64 KiB; throws beyond the maximum. */
  grow: (pages: number) => number;
}

/** A compiled module, opaque here. */
export type WasmModule = NonNullable<unknown>;

export interface WasmInstance {
  readonly exports: NonNullable<unknown>;
}

interface WasmApi {
  readonly compile: (bytes: Uint8Array) => Promise<WasmModule>;
  /** In pages of 64 KiB. */
  readonly Memory: new (size: { readonly initial: number; readonly maximum: number }) => WasmMemory;
  readonly Instance: new (module: WasmModule, imports: NonNullable<unknown>) => WasmInstance;
}

export const wasm = (globalThis as unknown as { readonly WebAssembly: WasmApi }).WebAssembly;
