// Calls host functions for code in the engine: reads the arguments from the WebAssembly memory, and writes the results
// or errors into it as values.
import { NO_VALUE, type ArgumentsAddress, type Context, type Ffi, type Value } from './engine-module.ts';
import { HostError } from './host-error.ts';
import type { HostArguments, HostResult } from './setup.ts';
import type { WasmText } from './wasm-text.ts';

/** Calls a host function by its number. */
export type HostDispatch = (number: number, values: HostArguments) => HostResult;

/** The parts of the engine that create and free values. */
interface ValueOwner {
  readonly roots: { readonly context: Context };
  newText(text: string): Value;
  free(...values: readonly Value[]): void;
}

const MAX_ARGUMENT_BYTES = 64 * 1024 * 1024;

export class HostBridge {
  readonly #ffi: Ffi;
  readonly #text: WasmText;
  readonly #owner: ValueOwner;

  constructor(ffi: Ffi, text: WasmText, owner: ValueOwner) {
    this.#ffi = ffi;
    this.#text = text;
    this.#owner = owner;
  }

  /** Never throws, because nothing may be thrown through the stack frames of WebAssembly. */
  call(dispatch: HostDispatch, count: number, values: ArgumentsAddress, number: number): Value {
    try {
      return this.#toValue(dispatch(number, this.#arguments(count, values)));
    } catch (error) {
      return this.throwTypeError(error instanceof HostError ? error.message : 'the host could not do this');
    }
  }

  #toValue(result: HostResult): Value {
    if (result === undefined) return NO_VALUE;
    if (typeof result === 'string') return this.#owner.newText(result);
    const address = this.#text.writeBytes(result);
    if (address === null) throw new HostError('no memory is left');
    return this.#ffi.QTS_NewArrayBuffer(
      this.#owner.roots.context,
      address as Parameters<Ffi['QTS_NewArrayBuffer']>[1],
      result.length,
    );
  }

  /** Makes the code that called throw. */
  throwTypeError(message: string): Value {
    const { context } = this.#owner.roots;
    const error = this.#ffi.QTS_NewError(context);
    for (const [name, text] of Object.entries({ name: 'TypeError', message })) {
      const key = this.#owner.newText(name);
      const value = this.#owner.newText(text);
      this.#ffi.QTS_SetProp(context, error, key, value);
      this.#owner.free(key, value);
    }
    const thrown = this.#ffi.QTS_Throw(context, error);
    this.#owner.free(error);
    return thrown;
  }

  #arguments(count: number, values: ArgumentsAddress): HostArguments {
    const address = (index: number): ArgumentsAddress => {
      if (index >= count) throw new HostError('an argument is missing');
      return this.#ffi.QTS_ArgvGetJSValueConstPointer(values, index);
    };
    return {
      text: (index) => this.#argumentText(address(index)),
      bytes: (index) => this.#argumentBytes(address(index)),
    };
  }

  #argumentText(value: ArgumentsAddress): string {
    const { context } = this.#owner.roots;
    const address = this.#ffi.QTS_GetString(context, value);
    if ((address as number) === 0) throw new HostError('an argument is not text');
    const text = this.#text.read(address, MAX_ARGUMENT_BYTES);
    this.#ffi.QTS_FreeCString(context, address);
    if (text === null) throw new HostError('an argument is too long');
    return text;
  }

  #argumentBytes(value: ArgumentsAddress): Uint8Array {
    const { context } = this.#owner.roots;
    const address = this.#ffi.QTS_GetArrayBuffer(context, value);
    if (address === NO_VALUE) throw new HostError('an argument is not an ArrayBuffer');
    return this.#text.bytes(address, this.#ffi.QTS_GetArrayBufferLength(context, value));
  }
}
