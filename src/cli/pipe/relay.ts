// Relays the standard streams of a command: its input and output as two directions, and its standard error.
import type { Readable, Writable } from 'node:stream';
import type { Direction, PipeWrite } from '../../proxy/pipe/index.ts';
import { readRpc } from '../../codec/json-rpc/message.ts';
import type { CommandStreams, StreamOwner } from '../processes/command.ts';
import { DirectionRelay } from './direction-relay.ts';
import { speaksRpc } from './first-line.ts';
import type { PipeTap } from './tap.ts';

/** Bytes of a server that are held for the recording until the client has spoken. */
const MAX_EARLY = 64 * 1024;
/** Milliseconds that the output of a command may stay open after its end, as that of a program that it left behind. */
const OUTPUT_MS = 1000;

export interface RelayStreams {
  readonly input: Readable;
  readonly output: Writable;
  /** The standard error of this process. */
  readonly errors: Writable;
}

export interface PipeRelayOptions {
  readonly streams: RelayStreams;
  /** True when the command is known to be an MCP server; otherwise the first line of the client tells. */
  readonly isKnown: boolean;
  /** Opens the recorder once it is needed. When that fails, everything passes without it. */
  readonly openTap: () => Promise<PipeTap>;
  /** Called with the reason why nothing is recorded. */
  readonly onFailure: (error: unknown) => void;
}

export class PipeRelay implements StreamOwner {
  readonly #options: PipeRelayOptions;
  #tap: PipeTap | null = null;
  #state: 'undecided' | 'opening' | 'decided' = 'undecided';
  /** Bytes from before it was decided: those of the client are held, those of the server have been passed on. */
  #early: { sent: Buffer[]; received: Buffer[]; printed: Buffer[] } = { sent: [], received: [], printed: [] };
  #relays: Readonly<Record<Direction, DirectionRelay>> | null = null;
  #deciding: Promise<void> | null = null;
  /** Resolves when the output and the standard error of the command have ended. */
  #outputEnded: Promise<unknown> = Promise.resolve();

  constructor(options: PipeRelayOptions) {
    this.#options = options;
  }

  get takesErrors(): boolean {
    return this.#options.isKnown || !isTerminal(this.#options.streams.errors);
  }

  /** Connects the streams of a command that has just been started. */
  attach({ stdin, stdout, stderr }: CommandStreams): void {
    const { input, output, errors } = this.#options.streams;
    if (stdin === null || stdout === null) return;
    const tap = (): PipeTap | null => this.#tap;
    const write = (writes: readonly PipeWrite[]): void => this.#write(writes);
    this.#relays = {
      sent: new DirectionRelay({ direction: 'sent', source: input, sink: stdin, tap, write }),
      received: new DirectionRelay({ direction: 'received', source: stdout, sink: output, tap, write }),
    };
    input.on('data', (chunk: Buffer) => this.#sent(chunk));
    void endOf(input).then(() => this.#inputEnded());
    stdout.on('data', (chunk: Buffer) => this.#received(chunk));
    if (stderr !== null) this.#relayErrors(stderr, errors);
    const outputEnded = endOf(stdout).then(() => this.#relays?.received.end());
    this.#outputEnded = Promise.all([outputEnded, stderr === null ? null : endOf(stderr)]);
    if (this.#options.isKnown) void this.#settle(true);
  }

  /** Waits for the output of a command that has ended, and ends the recording. */
  async ended(code: number): Promise<void> {
    await Promise.race([this.#outputEnded, new Promise((resolve) => setTimeout(resolve, OUTPUT_MS).unref())]);
    this.#options.streams.input.destroy();
    await this.#deciding;
    await this.#tap?.end(code);
  }

  #write(writes: readonly PipeWrite[]): void {
    for (const { direction, bytes } of writes) this.#relays?.[direction].write(bytes);
  }

  #sent(chunk: Buffer): void {
    if (this.#state === 'decided') {
      this.#relays?.sent.push(chunk);
      return;
    }
    this.#early.sent.push(chunk);
    if (this.#state === 'opening') return;
    const isRpc = speaksRpc(Buffer.concat(this.#early.sent));
    if (isRpc !== null) void this.#settle(isRpc);
  }

  #received(chunk: Buffer): void {
    this.#relays?.received.push(chunk);
    if (this.#state !== 'decided') hold(this.#early.received, chunk);
  }

  #relayErrors(source: Readable, sink: Writable): void {
    source.on('data', (chunk: Buffer) => {
      if (!sink.write(chunk)) source.pause();
      if (this.#tap !== null) this.#tap.printed(chunk);
      else if (this.#state !== 'decided') hold(this.#early.printed, chunk);
    });
    sink.on('drain', () => source.resume());
    sink.on('error', () => source.resume());
  }

  async #inputEnded(): Promise<void> {
    await this.#settle(readRpc(Buffer.concat(this.#early.sent).toString()) !== null);
    await this.#relays?.sent.end();
  }

  /** Begins to record, or to relay alone; the first decision counts. */
  #settle(isRpc: boolean): Promise<void> {
    return (this.#deciding ??= this.#begin(isRpc));
  }

  async #begin(isRpc: boolean): Promise<void> {
    this.#state = 'opening';
    if (isRpc) {
      this.#options.streams.input.pause();
      const tap = await this.#options.openTap().catch(this.#options.onFailure);
      this.#options.streams.input.resume();
      this.#tap = tap ?? null;
      for (const chunk of this.#early.printed) tap?.printed(chunk);
      for (const chunk of this.#early.received) tap?.passed('received', chunk);
    }
    this.#state = 'decided';
    const { sent } = this.#early;
    this.#early = { sent: [], received: [], printed: [] };
    for (const chunk of sent) this.#relays?.sent.push(chunk);
  }
}

function isTerminal(stream: Writable): boolean {
  return 'isTTY' in stream && stream.isTTY === true;
}

/** Resolves when nothing more comes. */
function endOf(stream: Readable): Promise<void> {
  return new Promise((resolve) => {
    for (const event of ['end', 'error', 'close']) stream.on(event, () => resolve());
  });
}

function hold(chunks: Buffer[], chunk: Buffer): void {
  const size = chunks.reduce((sum, { length }) => sum + length, 0);
  if (size + chunk.length <= MAX_EARLY) chunks.push(chunk);
}
