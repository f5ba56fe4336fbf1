// The output of one setting while the settings change. An output that fails is closed and said once; a change of the
// setting opens it again.
import { isDeepStrictEqual } from 'node:util';
import { messageOf } from '../../base/errors.ts';
import type { Flow } from '../../flow/flow.ts';
import type { FlowOutput } from '../../traffic/flow-output.ts';
import type { OutputKind, OutputSettings } from './contract.ts';

/** A change that is prepared, and takes effect with `commit`. */
export interface OutputChange {
  commit(): Promise<void>;
  undo(): Promise<void>;
}

const NO_CHANGE: OutputChange = { commit: () => Promise.resolve(), undo: () => Promise.resolve() };

export class SettingOutput {
  readonly #kind: OutputKind;
  readonly #say: (text: string) => void;
  #setting: unknown = null;
  #target = '';
  #output: FlowOutput | null = null;

  constructor(kind: OutputKind, say: (text: string) => void) {
    this.#kind = kind;
    this.#say = (text) => say(`the setting ${kind.name}: ${text}`);
  }

  get isOpen(): boolean {
    return this.#output !== null;
  }

  /** Opens the output of the settings. Rejects with a SettingError when it cannot be opened. */
  async prepare(settings: OutputSettings): Promise<OutputChange> {
    const setting = settings[this.#kind.name];
    const chosen = this.#kind.chosen(settings);
    const isSame = chosen === null ? !this.isOpen : isDeepStrictEqual(setting, this.#setting) && this.isOpen;
    if (isSame) return NO_CHANGE;
    const output = (await chosen?.open(this.#say)) ?? null;
    return {
      commit: async () => {
        const previous = this.#output;
        this.#setting = setting;
        this.#target = chosen?.target ?? '';
        this.#output = output;
        // The new output is in use, even if the old one fails to close.
        await previous?.close().catch(() => undefined);
      },
      undo: async () => output?.close(),
    };
  }

  add(flow: Flow): Promise<void> | undefined {
    const output = this.#output;
    return output?.add(flow)?.catch(async (error: unknown) => {
      if (this.#output === output) await this.#fail(error);
    });
  }

  async close(): Promise<void> {
    const output = this.#output;
    this.#output = null;
    await output?.close();
  }

  async #fail(error: unknown): Promise<void> {
    this.#say(
      `${this.#target} cannot be written: ${messageOf(error)}: no more exchanges are written until the setting is changed`,
    );
    await this.close().catch(() => undefined);
  }
}
