// The link of a process that relays a pipe to the app, which records it and lets tools decide.
import type { Agent, IncomingMessage } from 'node:http';
import { http } from '../base/node-http.ts';
import type { Direction, PipeWrite } from '../session/pipes.ts';
import { FrameReader, frameBytes, readWrites, type Frame, type FrameKind } from './pipe-frames.ts';
import { TOKEN_HEADER } from './token.ts';
import { verifiedConnection } from './verified-connection.ts';

/** The app, as far as the relay has to know it. */
export interface PipeHost {
  /** The port of its proxy. */
  readonly port: number;
  /** The path of its root certificate. */
  readonly certificate: string;
}

/** Bytes of one call, about. */
const BATCH_BYTES = 1024 * 1024;
/** Bytes that wait to be sent before the senders have to. */
const MAX_QUEUED = 4 * BATCH_BYTES;
/** Milliseconds that the app has to take the rest. */
const END_MS = 2000;

/** Opens a link. Rejects with an Error when no app answers on this port, or one that takes no pipes. */
export async function openPipeLink(
  port: number,
  token: string,
  pipe: { readonly name: string; readonly process: string | null },
): Promise<PipeLink> {
  const [events, data] = await Promise.all([
    verifiedConnection(port, token),
    verifiedConnection(port, token),
  ]);
  const query = new URLSearchParams({ name: pipe.name });
  if (pipe.process !== null) query.set('process', pipe.process);
  const path = `/api/pipes?${query.toString()}`;
  const stream = await post({ port, token, agent: events }, path, []);
  if (stream.statusCode !== 200) {
    events.destroy();
    data.destroy();
    throw new Error(`the app on port ${port} takes no pipes: it is of another version`);
  }
  return PipeLink.opened(stream, { port, token, agent: data });
}

interface Peer {
  readonly port: number;
  readonly token: string;
  readonly agent: Agent;
}

export class PipeLink {
  /** True while each line has to wait for `ask`. */
  holds = false;
  /** Called when the app is gone. */
  onLost: () => void = () => undefined;
  readonly host: PipeHost;
  readonly #id: string;
  readonly #peer: Peer;
  readonly #stream: IncomingMessage;
  readonly #asked = new Map<
    number,
    {
      readonly direction: Direction;
      readonly line: Buffer;
      readonly resolve: (writes: readonly PipeWrite[]) => void;
    }
  >();
  #queue: Buffer[] = [];
  #queued = 0;
  #number = 0;
  #sending: Promise<void> | null = null;
  #isOver = false;
  #roomy: { readonly promise: Promise<null>; readonly resolve: (value: null) => void } | null = null;

  private constructor(
    stream: IncomingMessage,
    peer: Peer,
    { id, ...host }: PipeHost & { readonly id: string },
  ) {
    this.#stream = stream;
    this.#peer = peer;
    this.#id = id;
    this.host = host;
  }

  /** Resolves with the link once the app has said what it is. */
  static opened(stream: IncomingMessage, peer: Peer): Promise<PipeLink> {
    return new Promise((resolve, reject) => {
      const reader = new FrameReader();
      let link: PipeLink | null = null;
      stream.on('data', (chunk: Buffer) => {
        for (const frame of reader.push(chunk))
          if (link !== null) link.#take(frame);
          else if (frame.kind === 'opened') {
            link = new PipeLink(
              stream,
              peer,
              JSON.parse(frame.bytes.toString()) as PipeHost & { readonly id: string },
            );
            resolve(link);
          }
      });
      stream.once('error', () => undefined);
      stream.once('close', () => {
        if (link !== null) link.#lost();
        reject(new Error('the app closed the pipe'));
      });
    });
  }

  passed(direction: Direction, bytes: Buffer): void {
    this.#send(direction, 0, bytes);
  }

  printed(bytes: Buffer): void {
    this.#send('printed', 0, bytes);
  }

  /** Resolves with what is written instead of a line; with the line itself when the app is gone. */
  ask(direction: Direction, line: Buffer): Promise<readonly PipeWrite[]> {
    if (this.#isOver) return Promise.resolve([{ direction, bytes: line }]);
    this.#number = (this.#number + 1) % 2 ** 32;
    const number = this.#number;
    return new Promise((resolve) => {
      this.#asked.set(number, { direction, line, resolve });
      this.#send(direction === 'sent' ? 'ask sent' : 'ask received', number, line);
    });
  }

  /** Resolves when more can be taken; null when it can be at once. */
  room(): Promise<unknown> | null {
    if (this.#queued <= MAX_QUEUED || this.#isOver) return null;
    this.#roomy ??= Promise.withResolvers<null>();
    return this.#roomy.promise;
  }

  /** Ends the pipe with the exit code of the server; resolves when the app has taken everything. */
  async end(code: number): Promise<void> {
    this.onLost = () => undefined;
    const closed = new Promise<void>((resolve) => {
      if (this.#isOver) resolve();
      else this.#stream.once('close', () => resolve());
    });
    this.#send('end', code, Buffer.alloc(0));
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, END_MS).unref())]);
    this.#lost();
  }

  #take({ kind, number, bytes }: Frame): void {
    if (kind === 'holds') this.holds = bytes[0] === 1;
    if (kind !== 'writes') return;
    this.#asked.get(number)?.resolve(readWrites(bytes));
    this.#asked.delete(number);
  }

  #send(kind: FrameKind, number: number, bytes: Buffer): void {
    if (this.#isOver) return;
    // Larger pieces would make a call too large.
    for (let at = 0; at === 0 || at < bytes.length; at += MAX_PIECE) {
      const frame = frameBytes(kind, number, bytes.subarray(at, at + MAX_PIECE));
      this.#queue.push(...frame);
    }
    this.#queued += bytes.length;
    this.#sending ??= this.#pump();
  }

  /** Sends what has gathered, a call after the other, so that the order stays. */
  async #pump(): Promise<void> {
    // What else comes in this turn goes along.
    await Promise.resolve();
    try {
      while (this.#queue.length > 0 && !this.#isOver) {
        const batch = this.#takeBatch();
        const taken = await post(this.#peer, `/api/pipes/data?id=${this.#id}`, batch);
        taken.resume();
        if (taken.statusCode !== 200) throw new Error('the app does not know the pipe');
      }
    } catch {
      this.#lost();
    }
    this.#sending = null;
  }

  #takeBatch(): readonly Buffer[] {
    let size = 0;
    const count =
      this.#queue.findIndex((piece) => (size += piece.length) > BATCH_BYTES) + 1 || this.#queue.length;
    // A head goes with its content.
    const batch = this.#queue.splice(0, count + (count % 2));
    this.#queued = this.#queue.reduce((sum, { length }) => sum + length, 0);
    if (this.#queued <= MAX_QUEUED) {
      this.#roomy?.resolve(null);
      this.#roomy = null;
    }
    return batch;
  }

  #lost(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.holds = false;
    this.#queue = [];
    this.#roomy?.resolve(null);
    for (const { direction, line, resolve } of this.#asked.values()) resolve([{ direction, bytes: line }]);
    this.#asked.clear();
    this.#stream.destroy();
    this.#peer.agent.destroy();
    this.onLost();
  }
}

/** Bytes of one frame at most, those of a line that waits aside: the app takes 16 MiB in a call. */
const MAX_PIECE = 15 * 1024 * 1024;

function post({ port, token, agent }: Peer, path: string, body: readonly Buffer[]): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const length = body.reduce((sum, each) => sum + each.length, 0);
    const headers = { [TOKEN_HEADER]: token, 'Content-Length': length };
    const request = http.request({ host: '127.0.0.1', port, method: 'POST', path, headers, agent }, resolve);
    request.on('error', reject);
    for (const piece of body) request.write(piece);
    request.end();
  });
}
