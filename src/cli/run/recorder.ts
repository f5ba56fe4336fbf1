// The recording of a run: a file written as exchanges finish, under the name `<path>.part` until it is whole, so that a
// run that was killed leaves what it had.
import { open, rename, type FileHandle } from 'node:fs/promises';
import { extname } from 'node:path';
import { messageOf } from '../../base/errors.ts';
import type { Flow } from '../../flow/flow.ts';
import type { FileParts } from '../../traffic/formats/contract.ts';

/** What is recorded of an exchange. */
type RecordedFlow = (flow: Flow) => Promise<Flow>;

export class Recorder {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #parts: FileParts;
  readonly #toRecorded: RecordedFlow;
  #entries = 0;

  private constructor(path: string, file: FileHandle, parts: FileParts, toRecorded: RecordedFlow) {
    this.#path = path;
    this.#file = file;
    this.#parts = parts;
    this.#toRecorded = toRecorded;
  }

  /**
   * A HAR where the path ends so, else a session. `redact`: without secrets. Throws an Error that names the file when it
   * cannot be written.
   */
  static async start(path: string, redact: boolean): Promise<Recorder> {
    try {
      const parts = await partsFor(path);
      const toRecorded = redact ? await redacting() : (flow: Flow) => Promise.resolve(flow);
      // Traffic holds secrets: the file is for the user alone.
      const file = await open(partOf(path), 'w', 0o600);
      await file.appendFile(parts.head);
      return new Recorder(path, file, parts, toRecorded);
    } catch (error) {
      throw new Error(`cannot record to ${path}: ${messageOf(error)}`, { cause: error });
    }
  }

  /** Adds a finished exchange; calls must not overlap. */
  async add(flow: Flow): Promise<void> {
    let isThere = false;
    for await (const piece of this.#parts.entry(await this.#toRecorded(flow), this.#entries)) {
      isThere = true;
      await this.#file.appendFile(piece);
    }
    if (isThere) this.#entries += 1;
  }

  /** Gives the file its tail and its name. */
  async finish(): Promise<void> {
    await this.#file.appendFile(await this.#parts.tail(this.#entries));
    await this.#file.sync();
    await this.#file.close();
    await rename(partOf(this.#path), this.#path);
  }
}

/** Each is loaded only where it is asked for: a run starts sooner without the others. */
async function partsFor(path: string): Promise<FileParts> {
  if (extname(path).toLowerCase() === '.har')
    return (await import('../../traffic/formats/har/index.ts')).harParts;
  return (await import('../../traffic/formats/session/write.ts')).sessionParts;
}

async function redacting(): Promise<RecordedFlow> {
  const { redactedFlow } = await import('../../traffic/redact.ts');
  return redactedFlow;
}

function partOf(path: string): string {
  return `${path}.part`;
}
