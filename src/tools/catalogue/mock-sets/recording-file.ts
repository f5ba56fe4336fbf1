// A recording in a file: read when the rule is saved, and again when the file has changed.
import { stat } from 'node:fs/promises';
import { fileErrorMessage, systemCode } from '../../../base/errors.ts';
import type { ToolServices } from '../../contract.ts';
import { Recording, type RecordingOptions } from './recording.ts';

/** How long a look at the file holds. */
const LOOK_MS = 200;

export class RecordingFile {
  readonly #path: string;
  readonly #options: RecordingOptions;
  readonly #read: ToolServices['readRecording'];
  readonly #failed: (reason: string) => void;
  #lookedAt = -Infinity;
  #looking: Promise<Recording | null> | null = null;
  /** Of the file when it was last read, or tried to be. */
  #version = '';
  #recording: Recording | null = null;
  #fault: string | null = null;

  /** `failed` is told why it cannot be used, once for each reason; what was read before goes on. */
  constructor(
    path: string,
    options: RecordingOptions,
    read: ToolServices['readRecording'],
    failed: (reason: string) => void,
  ) {
    this.#path = path;
    this.#options = options;
    this.#read = read;
    this.#failed = failed;
  }

  /** The recording as it is now; null when there is none that could be read. Never rejects. */
  async current(): Promise<Recording | null> {
    if (this.#looking !== null) return this.#looking;
    if (performance.now() - this.#lookedAt < LOOK_MS) return this.#recording;
    this.#looking = this.#look().finally(() => {
      this.#looking = null;
      this.#lookedAt = performance.now();
    });
    return this.#looking;
  }

  async #look(): Promise<Recording | null> {
    try {
      const { mtimeMs, size, ino } = await stat(this.#path);
      const version = `${ino} ${size} ${mtimeMs}`;
      if (version === this.#version) return this.#recording;
      // What is broken is not read again and again.
      this.#version = version;
      this.#recording = await Recording.of(await this.#read(this.#path), this.#options);
      this.#fault = null;
    } catch (error) {
      if (systemCode(error) === 'ENOENT') this.#version = '';
      this.#fail(fileErrorMessage(error));
    }
    return this.#recording;
  }

  #fail(reason: string): void {
    if (reason === this.#fault) return;
    this.#fault = reason;
    const rest = this.#recording === null ? '' : '; what was read before goes on';
    this.#failed(`the recording ${this.#path} cannot be used: ${reason}${rest}`);
  }
}
