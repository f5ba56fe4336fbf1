// The cassette of a proxy in the library: one at a time, from a call until it is closed.
import { resolve } from 'node:path';
import { UserError } from '../base/errors.ts';
import type { Cassette, CassetteMode, CassetteOutcome } from '../cassettes/index.ts';
import type { Flow } from '../flow/flow.ts';
import type { HookSlot } from '../session/hook-slot.ts';

export interface CassetteSettings {
  /** By default `auto`: known requests are answered, others are recorded. */
  readonly mode?: CassetteMode | undefined;
  /** Names of parameters and fields that are not compared. */
  readonly ignore?: readonly string[] | undefined;
}

/** A cassette in use. */
export interface CassetteInUse extends AsyncDisposable {
  /** Ends its use: writes what was recorded, and resolves with what happened. */
  close(): Promise<CassetteOutcome>;
}

export class Cassettes {
  readonly #slot: HookSlot;
  readonly #say: (line: string) => void;
  #cassette: Cassette | null = null;
  #closing: Promise<CassetteOutcome> | null = null;

  constructor(slot: HookSlot, say: (line: string) => void) {
    this.#slot = slot;
    this.#say = say;
  }

  /** `settled` resolves when all finished exchanges have been added. */
  async open(
    path: string,
    { mode = 'auto', ignore = [] }: CassetteSettings,
    settled: () => Promise<void>,
  ): Promise<CassetteInUse> {
    if (!this.#slot.isEmpty)
      throw new UserError('CONFLICT', 'a cassette is in use: close it before the next one');
    const { Cassette: Loaded } = await import('../cassettes/index.ts');
    const ignored = new Set(ignore);
    const cassette = await Loaded.open({ path: resolve(path), mode, ignored, scope: 'all', say: this.#say });
    this.#slot.set(cassette.hooks);
    this.#cassette = cassette;
    this.#closing = null;
    const close = (): Promise<CassetteOutcome> => (this.#closing ??= this.#close(cassette, settled));
    return { close, [Symbol.asyncDispose]: () => close().then(() => undefined) };
  }

  add(flow: Flow): Promise<void> | undefined {
    return this.#cassette?.add(flow);
  }

  /** Ends the use of a cassette that is still open, without a further exchange. */
  async finish(): Promise<void> {
    if (this.#cassette !== null)
      await (this.#closing ??= this.#close(this.#cassette, () => Promise.resolve()));
  }

  async #close(cassette: Cassette, settled: () => Promise<void>): Promise<CassetteOutcome> {
    await settled();
    this.#slot.set(null);
    this.#cassette = null;
    return cassette.finish();
  }
}
