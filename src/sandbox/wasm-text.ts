// Reads and writes text in a WebAssembly memory, as NUL-terminated UTF-8. The view is renewed when the memory has grown.
import type { WasmMemory } from '../base/wasm.ts';

export class WasmText {
  readonly #memory: WasmMemory;
  readonly #allocate: (size: number) => number;
  #view: Buffer;

  /** `allocate` returns 0 when there is no room. */
  constructor(memory: WasmMemory, allocate: (size: number) => number) {
    this.#memory = memory;
    this.#allocate = allocate;
    this.#view = Buffer.from(memory.buffer);
  }

  /** Returns the address, and the length in bytes without the NUL; null when there is no room. */
  write(text: string): { readonly address: number; readonly length: number } | null {
    const length = Buffer.byteLength(text);
    const address = this.#allocate(length + 1);
    if (address === 0) return null;
    const view = this.#currentView();
    view.write(text, address, length, 'utf8');
    view[address + length] = 0;
    return { address, length };
  }

  /** Returns the address; null when there is no room. */
  writeBytes(bytes: Uint8Array): number | null {
    const address = this.#allocate(Math.max(bytes.length, 1));
    if (address === 0) return null;
    this.#currentView().set(bytes, address);
    return address;
  }

  writeAddress(value: number, at: number): void {
    this.#currentView().writeUInt32LE(value, at);
  }

  /** Returns null when the text is longer than `max` bytes. */
  read(address: number, max: number): string | null {
    const view = this.#currentView();
    const end = view.indexOf(0, address);
    if (end < 0 || end - address > max) return null;
    return view.toString('utf8', address, end);
  }

  bytes(address: number, length: number): Uint8Array {
    return Uint8Array.prototype.slice.call(this.#currentView(), address, address + length);
  }

  #currentView(): Buffer {
    if (this.#view.buffer !== this.#memory.buffer) this.#view = Buffer.from(this.#memory.buffer);
    return this.#view;
  }
}
