// The setting `ndjson`: appends each finished exchange to a file. An output that fails is closed and said once; a
// change of the setting opens it again.
import { isDeepStrictEqual } from 'node:util';
import { messageOf, SettingError } from '../base/errors.ts';
import type { Flow } from '../flow/flow.ts';
import type { NdjsonOutput } from '../traffic/ndjson/output.ts';
import type { Capture } from './capture.ts';
import type { Settings } from './settings/schema.ts';

type NdjsonSetting = Settings['ndjson'];

const OFF: NdjsonSetting = { file: null, redact: false };

/** A change that is prepared, and takes effect with `commit`. */
export interface NdjsonChange {
  commit(): Promise<void>;
  undo(): Promise<void>;
}

export class NdjsonLog {
  readonly #capture: Capture;
  readonly #say: (text: string) => void;
  #setting = OFF;
  #output: NdjsonOutput | null = null;
  #isFollowing = false;

  constructor(capture: Capture, say: (text: string) => void) {
    this.#capture = capture;
    this.#say = say;
  }

  /** Opens the output of a setting. Rejects with a SettingError when the file cannot be opened. */
  async prepare(setting: NdjsonSetting): Promise<NdjsonChange> {
    const isSame =
      isDeepStrictEqual(setting, this.#setting) && (setting.file === null || this.#output !== null);
    if (isSame) return { commit: () => Promise.resolve(), undo: () => Promise.resolve() };
    const output = setting.file === null ? null : await opened(setting.file, setting.redact);
    return {
      commit: async () => {
        const previous = this.#output;
        this.#setting = setting;
        this.#output = output;
        this.#follow();
        // The new output is in use, whatever becomes of the old one.
        await previous?.close().catch(() => undefined);
      },
      undo: async () => output?.close(),
    };
  }

  async close(): Promise<void> {
    const output = this.#output;
    this.#output = null;
    await output?.close();
  }

  /** Follows finished flows from the first output on. */
  #follow(): void {
    if (this.#isFollowing || this.#output === null) return;
    this.#isFollowing = true;
    this.#capture.onFinished(
      (flow) => this.#add(flow),
      () => undefined,
    );
  }

  #add(flow: Flow): Promise<void> | undefined {
    const output = this.#output;
    return output?.add(flow).catch(async (error: unknown) => {
      if (this.#output !== output) return;
      this.#say(
        `the setting ndjson: ${this.#setting.file ?? ''} cannot be written: ${messageOf(error)}: no more exchanges are appended until the setting is changed`,
      );
      await this.close().catch(() => undefined);
    });
  }
}

async function opened(path: string, redact: boolean): Promise<NdjsonOutput> {
  const { NdjsonOutput: Output } = await import('../traffic/ndjson/output.ts');
  try {
    return await Output.open(path, redact);
  } catch (cause) {
    throw new SettingError(`ndjson.file: ${path} cannot be written: ${messageOf(cause)}`, {
      cause,
      field: 'ndjson.file',
    });
  }
}
