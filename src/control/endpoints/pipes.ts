// POST /api/pipes: opens a pipe between an MCP client and its server for the process that relays it, and streams what
// that has to know. POST /api/pipes/data: what passes there, in the order in which it passes.
import { randomUUID } from 'node:crypto';
import type { LocalResponse } from '../../base/local-http.ts';
import type { Direction, McpPipe, PipeWrite } from '../../session/pipes.ts';
import type { AppAccess } from '../app-access.ts';
import type { Call, PathEndpoint } from '../endpoint.ts';
import { FrameReader, frameBytes, writesBytes, type Frame, type FrameKind } from '../pipe-frames.ts';
import { failure, json, response } from '../response.ts';

type Access = Pick<AppAccess, 'openPipe' | 'changes'>;

/** A number, and on Linux `@` and its start. */
const PROCESS = /^\d{1,20}(?:@\d{0,20})?$/;
const NAME = /^[a-z\d][a-z\d.-]{0,99}$/;

export function pipeEndpoints(access: Access): readonly PathEndpoint[] {
  const pipes = new Map<string, OpenPipe>();
  return [
    { type: 'path', method: 'POST', path: '/api/pipes', respond: (call) => open(access, pipes, call) },
    { type: 'path', method: 'POST', path: '/api/pipes/data', respond: (call) => take(pipes, call) },
  ];
}

async function open(
  access: Access,
  pipes: Map<string, OpenPipe>,
  { query, request }: Call,
): Promise<LocalResponse> {
  const name = query.get('name') ?? '';
  if (!NAME.test(name))
    return failure(400, 'Give name, that of the server, of lower-case letters, digits, points and hyphens');
  const given = query.get('process');
  if (given !== null && !PROCESS.test(given)) return failure(400, 'process is not one: give its number');
  const id = randomUUID();
  const { pipe, about } = await access.openPipe(name, given);
  const opened = new OpenPipe(pipe, access.changes.tools);
  pipes.set(id, opened);
  opened.closed.then(() => pipes.delete(id)).catch(() => undefined);
  request.signal.addEventListener('abort', () => opened.close(null), { once: true });
  opened.send('opened', 0, Buffer.from(JSON.stringify({ id, ...about })));
  return response(200, 'application/octet-stream', opened.frames(), []);
}

function take(pipes: ReadonlyMap<string, OpenPipe>, { query, body }: Call): LocalResponse {
  const pipe = pipes.get(query.get('id') ?? '');
  if (pipe === undefined) return failure(404, 'No pipe with this id is open');
  const reader = new FrameReader();
  try {
    for (const frame of reader.push(body)) pipe.take(frame);
  } catch (error) {
    return failure(400, error instanceof Error ? error.message : String(error));
  }
  return reader.isAtStart ? json(200, {}) : failure(400, 'The last frame is not complete');
}

/** A pipe of which another process passes the bytes on. */
class OpenPipe {
  readonly closed: Promise<void>;
  readonly #pipe: McpPipe;
  readonly #unsubscribe: () => void;
  #queue: Buffer[] = [];
  #wake: (() => void) | null = null;
  #isClosed = false;
  #holds = false;
  #resolveClosed: () => void = () => undefined;

  constructor(pipe: McpPipe, tools: Access['changes']['tools']) {
    this.#pipe = pipe;
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve;
    });
    this.#unsubscribe = tools.subscribe(() => this.#noteTools());
    // After `opened`, which is sent in this turn.
    queueMicrotask(() => this.#noteTools());
  }

  send(kind: FrameKind, number: number, bytes: Buffer): void {
    this.#queue.push(...frameBytes(kind, number, bytes));
    this.#wake?.();
  }

  take({ kind, number, bytes }: Frame): void {
    if (kind === 'sent' || kind === 'received') this.#pipe.passed(kind, bytes);
    else if (kind === 'ask sent') this.#ask('sent', number, bytes);
    else if (kind === 'ask received') this.#ask('received', number, bytes);
    else if (kind === 'printed') this.#pipe.printed(bytes);
    else if (kind === 'end') this.close(number);
  }

  /** Yields frames until the pipe is closed. */
  async *frames(): AsyncGenerator<Buffer, void, undefined> {
    while (!this.#isClosed || this.#queue.length > 0) {
      const queue = this.#queue;
      this.#queue = [];
      if (queue.length > 0) yield Buffer.concat(queue);
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }

  close(code: number | null): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#unsubscribe();
    this.#pipe.end(code);
    this.#wake?.();
    this.#resolveClosed();
  }

  #ask(direction: Direction, number: number, line: Buffer): void {
    const respond = (writes: readonly PipeWrite[]): void => this.send('writes', number, writesBytes(writes));
    const writes = this.#pipe.ask(direction, line);
    if (writes instanceof Promise) void writes.then(respond);
    else respond(writes);
  }

  #noteTools(): void {
    const holds = this.#pipe.intercepts;
    if (holds === this.#holds) return;
    this.#holds = holds;
    this.send('holds', 0, Buffer.from([holds ? 1 : 0]));
  }
}
