// Where the code of a rule comes from: the rule itself, or a file, which is read again when it has changed.
import { readFile, stat } from 'node:fs/promises';
import { fileErrorMessage, UserError } from '../../../base/errors.ts';

/** How long a look at the file holds. */
const LOOK_MS = 100;
/** As much as the sandbox takes. */
const MAX_BYTES = 1024 * 1024;

export interface ScriptSource {
  /** The code as it is now; null when there is none that could be read. Never rejects. */
  code(): string | null | Promise<string | null>;
}

export function textSource(code: string): ScriptSource {
  return { code: () => code };
}

/** `failed` is told why the file cannot be read, once for each reason; until it can, what was read before counts. */
export function fileSource(path: string, failed: (reason: string) => void): ScriptSource {
  return new FileSource(path, failed);
}

class FileSource implements ScriptSource {
  readonly #path: string;
  readonly #failed: (reason: string) => void;
  #lookedAt = -Infinity;
  #looking: Promise<string | null> | null = null;
  #version = '';
  #code: string | null = null;
  #fault: string | null = null;

  constructor(path: string, failed: (reason: string) => void) {
    this.#path = path;
    this.#failed = failed;
  }

  code(): string | null | Promise<string | null> {
    if (this.#looking !== null) return this.#looking;
    if (performance.now() - this.#lookedAt < LOOK_MS) return this.#code;
    this.#looking = this.#look().finally(() => {
      this.#looking = null;
      this.#lookedAt = performance.now();
    });
    return this.#looking;
  }

  async #look(): Promise<string | null> {
    try {
      const { mtimeMs, size, ino, isFile } = await this.#stat();
      if (!isFile) throw new UserError('INVALID_DATA', 'it is not a file');
      if (size > MAX_BYTES) throw new UserError('TOO_LARGE', `it is larger than ${MAX_BYTES} bytes`);
      const version = `${ino} ${size} ${mtimeMs}`;
      if (version !== this.#version) this.#code = await readFile(this.#path, 'utf8');
      this.#version = version;
      this.#fault = null;
    } catch (error) {
      this.#fail(fileErrorMessage(error));
    }
    return this.#code;
  }

  async #stat() {
    const found = await stat(this.#path);
    return { mtimeMs: found.mtimeMs, size: found.size, ino: found.ino, isFile: found.isFile() };
  }

  #fail(reason: string): void {
    if (reason === this.#fault) return;
    this.#fault = reason;
    const rest = this.#code === null ? '' : '; what was read before goes on';
    this.#failed(`the file ${this.#path} cannot be read: ${reason}${rest}`);
  }
}
