// The part of WebAssembly that is used here. Node has it, and neither its types nor the language's name it.

export interface WasmMemory {
  /** Another one once it has grown. */
  readonly buffer: ArrayBuffer;
  /** By pages of 64 KiB; throws when it may not. */
  grow: (pages: number) => number;
}

/** Opaque. */
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
