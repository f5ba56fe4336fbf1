// The requests of a run with their messages, in a file for as long as its channel is there: what a row opens, and what
// reports are made from. Secrets are masked. A disk that is full ends the records, not the run.
import { open, rm, type FileHandle } from 'node:fs/promises';
import { messageOf } from '../../base/errors.ts';
import type { HeaderField } from '../../requests/auth/contract.ts';
import type { ReceivedResponse } from '../../requests/response.ts';
import type { RequestRun } from '../../runs/runner/events.ts';
import { hasFailed } from '../../runs/runner/totals.ts';
import type { SecretMask } from './secret-mask.ts';

/** Of which requests bodies are kept. */
export type KeptBodies = 'failed' | 'all';

/** Bytes of each body. */
const MAX_BODY = 1024 * 1024;
/** Bytes of all records after which bodies are left out. */
const MAX_BODIES = 512 * 1024 * 1024;
const MAX_MESSAGES = 200;
const MAX_MESSAGE = 4096;
/** Bytes that are gathered before they are written. */
const CHUNK = 64 * 1024;

export class RunRecords {
  readonly #path: string;
  readonly #bodies: KeptBodies;
  #file: FileHandle | null = null;
  /** Offsets of the records in the file. */
  readonly #starts: number[] = [];
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #written = 0;
  #error: string | null = null;
  #isClosed = false;

  constructor(path: string, bodies: KeptBodies) {
    this.#path = path;
    this.#bodies = bodies;
  }

  /** The number of records. */
  get count(): number {
    return this.#starts.length;
  }

  /** The reason why later requests are missing; null when none is. */
  get error(): string | null {
    return this.#error;
  }

  /** Adds the next request. Never rejects. */
  async add(run: RequestRun, mask: SecretMask): Promise<void> {
    if (this.#error !== null || this.#isClosed) return;
    const length = this.#written + this.#pendingBytes;
    const isWhole = (this.#bodies === 'all' || hasFailed(run)) && length < MAX_BODIES;
    const line = Buffer.from(`${JSON.stringify(recordOf(run, isWhole, mask))}\n`);
    this.#starts.push(length);
    this.#pending.push(line);
    this.#pendingBytes += line.length;
    if (this.#pendingBytes >= CHUNK) await this.#flush();
  }

  /** Resolves with a request; null for one that is not there. */
  async read(index: number): Promise<RequestRun | null> {
    await this.#flush();
    const start = this.#starts[index];
    if (start === undefined || this.#file === null) return null;
    const bytes = Buffer.alloc((this.#starts[index + 1] ?? this.#written) - start);
    await this.#file.read(bytes, 0, bytes.length, start);
    return runOf(JSON.parse(bytes.toString()) as RunRecord);
  }

  /** Deletes the file. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#file?.close().catch(() => undefined);
    this.#file = null;
    await rm(this.#path, { force: true }).catch(() => undefined);
  }

  async #flush(): Promise<void> {
    if (this.#pending.length === 0 || this.#isClosed) return;
    const bytes = Buffer.concat(this.#pending);
    this.#pending = [];
    this.#pendingBytes = 0;
    try {
      this.#file ??= await open(this.#path, 'wx+', 0o600);
      await this.#file.appendFile(bytes);
      this.#written += bytes.length;
    } catch (error) {
      this.#error = messageOf(error);
      while ((this.#starts.at(-1) ?? 0) >= this.#written && this.#starts.length > 0) this.#starts.pop();
    }
  }
}

/** A body as text, or as Base64 where it is not text. */
type Body = { readonly text: string } | { readonly base64: string };

interface RunRecord extends Omit<RequestRun, 'sent' | 'response'> {
  readonly sent: { readonly headers: readonly HeaderField[]; readonly body: Body } | null;
  readonly response:
    | (Omit<ReceivedResponse, 'body' | 'messages' | 'file'> & {
        readonly body: Body;
        readonly messages: readonly (Omit<ReceivedResponse['messages'][number], 'data'> & {
          readonly data: Body;
        })[];
      })
    | null;
}

function recordOf({ sent, response, ...run }: RequestRun, isWhole: boolean, mask: SecretMask): RunRecord {
  const body = (bytes: Buffer, max: number): Body =>
    isWhole ? bodyOf(bytes.length > max ? bytes.subarray(0, max) : bytes, mask) : { text: '' };
  const masked = (fields: readonly HeaderField[]): readonly HeaderField[] =>
    fields.map(({ name, value }) => ({ name, value: mask.header(value) }));
  return {
    ...(mask.values(run) as Omit<RequestRun, 'sent' | 'response'>),
    sent: sent === null ? null : { headers: masked(sent.headers), body: body(sent.body, MAX_BODY) },
    response:
      response === null
        ? null
        : {
            status: response.status,
            reason: mask.text(response.reason),
            httpVersion: response.httpVersion,
            headers: masked(response.headers),
            trailers: masked(response.trailers),
            size: response.size,
            timeMs: response.timeMs,
            body: body(response.body, MAX_BODY),
            messages: response.messages
              .slice(0, MAX_MESSAGES)
              .map((message) => ({ ...message, data: body(message.data, MAX_MESSAGE) })),
          },
  };
}

function bodyOf(bytes: Buffer, mask: SecretMask): Body {
  const text = bytes.toString();
  // The end may cut a character; a binary body has invalid characters elsewhere too.
  const isText = !text.slice(0, -3).includes('\ufffd') && !text.includes('\0');
  return isText ? { text: mask.text(text) } : { base64: bytes.toString('base64') };
}

function runOf({ sent, response, ...run }: RunRecord): RequestRun {
  return {
    ...run,
    sent: sent === null ? null : { headers: sent.headers, body: bytesOf(sent.body) },
    response:
      response === null
        ? null
        : {
            ...response,
            body: bytesOf(response.body),
            messages: response.messages.map((message) => ({ ...message, data: bytesOf(message.data) })),
          },
  };
}

function bytesOf(body: Body): Buffer {
  return 'text' in body ? Buffer.from(body.text) : Buffer.from(body.base64, 'base64');
}
