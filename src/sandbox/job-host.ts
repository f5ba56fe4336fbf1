// The host's side of a running job: console lines, bodies that the script may read, its calls, and the state that it
// shares with other scripts. All limits are enforced here, whatever the script does.
import { LEVELS, type ConsoleLine, type JobOutput, type Level, type Limits } from './job.ts';
import { HostError } from './host-error.ts';

/** The maximum size of the state that the scripts of a group share, as JSON in UTF-8. */
export const MAX_STATE_BYTES = 1024 * 1024;
const OUTPUT_OMITTED = 'Further output is left out.';
/** Milliseconds between two parts of the output of a running job. */
const OUTPUT_MS = 20;

/** The state of a group. Each version has its own number, including discarded versions. */
export class SharedState {
  #json: string;
  #version = 0;
  #lastVersion = 0;

  constructor(json: string) {
    this.#json = json;
  }

  get json(): string {
    return this.#json;
  }

  get version(): number {
    return this.#version;
  }

  nextVersion(): number {
    this.#lastVersion += 1;
    return this.#lastVersion;
  }

  replace(json: string, version: number): void {
    this.#json = json;
    this.#version = version;
  }
}

export interface JobHostOptions {
  readonly limits: Limits;
  readonly bodies: readonly Uint8Array[];
  readonly state: SharedState;
  /** Passes a call on; the response comes back with `id`. */
  readonly call: (id: number, name: string, json: string) => void;
  /** Receives console lines and notes while the job runs; absent where nobody follows it. */
  readonly output?: ((output: JobOutput) => void) | undefined;
}

export class JobHost {
  readonly #options: JobHostOptions;
  readonly #lines: ConsoleLine[] = [];
  readonly #notes: string[] = [];
  readonly #pendingCalls = new Set<number>();
  #noteBytes = 0;
  #consoleBytes = 0;
  #isFull = false;
  #calls = 0;
  #sentLines = 0;
  #sentNotes = 0;
  #sentAt = -Infinity;
  #committed: string | null = null;
  #written: { readonly json: string; readonly version: number } | null = null;

  constructor(options: JobHostOptions) {
    this.#options = options;
  }

  get lines(): readonly ConsoleLine[] {
    return this.#lines;
  }

  get notes(): readonly string[] {
    return this.#notes;
  }

  /** Records a note for the result. All notes together may be as large as the result. */
  note(text: string): void {
    this.#noteBytes += Buffer.byteLength(text);
    const { outputBytes } = this.#options.limits;
    if (this.#noteBytes > outputBytes) throw new HostError(`more than ${outputBytes} bytes of results`);
    this.#notes.push(text);
    this.sendOutput();
  }

  /** Sends the output that is new, unless some was sent just before. */
  sendOutput(isDue = performance.now() > this.#sentAt + OUTPUT_MS): void {
    const { output } = this.#options;
    if (output === undefined || !isDue) return;
    const part = { console: this.#lines.slice(this.#sentLines), notes: this.#notes.slice(this.#sentNotes) };
    if (part.console.length + part.notes.length === 0) return;
    this.#sentLines = this.#lines.length;
    this.#sentNotes = this.#notes.length;
    this.#sentAt = performance.now();
    output(part);
  }

  get state(): SharedState {
    return this.#options.state;
  }

  /** True while a response of the host is pending. */
  get isWaiting(): boolean {
    return this.#pendingCalls.size > 0;
  }

  print(level: string, text: string): void {
    if (this.#isFull) return;
    const { consoleLines, consoleBytes } = this.#options.limits;
    const remaining = consoleBytes - this.#consoleBytes;
    if (this.#lines.length >= consoleLines || remaining <= 0) {
      this.#isFull = true;
      this.#lines.push({ level: 'warn', text: OUTPUT_OMITTED });
      return;
    }
    const printed = text.length > remaining ? text.slice(0, remaining).toWellFormed() : text;
    this.#consoleBytes += Buffer.byteLength(printed);
    this.#lines.push({ level: isLevel(level) ? level : 'log', text: printed });
    this.sendOutput();
  }

  hasBody(index: number): boolean {
    return index < this.#options.bodies.length;
  }

  body(index: number): Uint8Array {
    const body = this.#options.bodies[index];
    if (body === undefined) throw new HostError('there is no such body');
    return body;
  }

  /** Starts a call. Returns its id, with which the response will come. */
  call(name: string, json: string): number {
    if (this.#calls >= this.#options.limits.hostCalls)
      throw new HostError(`more than ${this.#options.limits.hostCalls} calls to the host`);
    this.#calls += 1;
    this.#pendingCalls.add(this.#calls);
    this.#options.call(this.#calls, name, json);
    return this.#calls;
  }

  /** Removes a pending call. Returns false when it is not pending. */
  takeCall(id: number): boolean {
    return this.#pendingCalls.delete(id);
  }

  /** Stores a new state, which takes effect when the job succeeds. Returns its version. */
  writeState(json: string): number {
    if (Buffer.byteLength(json) > MAX_STATE_BYTES)
      throw new HostError(`sharedState is larger than ${MAX_STATE_BYTES} bytes`);
    this.#written = { json, version: this.state.nextVersion() };
    return this.#written.version;
  }

  /** Makes the state that the job has written effective, because the job has succeeded. */
  commit(): void {
    if (this.#written === null) return;
    this.state.replace(this.#written.json, this.#written.version);
    this.#committed = this.#written.json;
  }

  /** The state that the job has written, if it succeeded; null otherwise. */
  get committed(): string | null {
    return this.#committed;
  }
}

function isLevel(text: string): text is Level {
  return (LEVELS as readonly string[]).includes(text);
}
