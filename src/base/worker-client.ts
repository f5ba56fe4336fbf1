// Starts worker threads. The client sends one request at a time to a worker, each with a time limit, and replaces the
// worker when it fails.
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker, type ResourceLimits, type Transferable } from 'node:worker_threads';
import { messageOf } from './errors.ts';
import { moduleFile } from './module-file.ts';

export interface StartOptions {
  /** Shown in diagnostics. */
  readonly name: string;
  readonly workerData?: unknown;
  readonly resourceLimits?: ResourceLimits;
  /** The user's variables that the worker needs; by default none. */
  readonly env?: NodeJS.ProcessEnv;
  /** Node's command-line options for the worker; by default none. */
  readonly execArgv?: readonly string[];
}

/**
 * Starts the worker in a source file, which is given as for `moduleFile`. Errors of the worker are not thrown; an
 * `exit` event follows them.
 */
export function startWorker(file: URL, options: StartOptions): Worker {
  const worker = new Worker(moduleFile(file), {
    ...options,
    env: { ...options.env, ...compileCache() },
    execArgv: [...(options.execArgv ?? [])],
  });
  worker.on('error', () => undefined);
  return worker;
}

/** A worker uses the compile cache, which halves the time until it is of use, only when its environment says so. */
function compileCache(): NodeJS.ProcessEnv {
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}

export interface WorkerClientOptions<Request, Response> extends StartOptions {
  /** The parts of a message that are moved to the worker instead of copied. */
  readonly transfer?: (message: Request) => readonly Transferable[];
  /** True for a response after which the worker must be replaced. */
  readonly isBroken?: (response: Response) => boolean;
  /** Milliseconds without a request after which the worker ends; by default it stays. */
  readonly idleMs?: number;
  /** Maximum number of starts without a response in between; by default without a limit. */
  readonly maxStarts?: number;
  /** A request in flight does not keep the process alive. */
  readonly isBackground?: boolean;
}

export interface RequestLimits {
  /** Milliseconds until the request fails. */
  readonly timeoutMs: number;
  /** The same for the first request to a worker, which has to load. */
  readonly firstTimeoutMs?: number;
}

export type WorkerResult<Response> =
  | { readonly type: 'response'; readonly response: Response }
  /** The worker broke, ended or did not respond in time, and is gone. `reason` completes a sentence. */
  | { readonly type: 'failure'; readonly reason: string };

/** A client of one worker. It starts the worker at the first request, and sends one request at a time. */
export class WorkerClient<Request, Response> {
  readonly #file: URL;
  readonly #options: WorkerClientOptions<Request, Response>;
  #worker: Worker | null = null;
  #hasResponded = false;
  #startsLeft: number;
  #queue: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(file: URL, options: WorkerClientOptions<Request, Response>) {
    this.#file = file;
    this.#options = options;
    this.#startsLeft = options.maxStarts ?? Infinity;
  }

  /** Starts the worker before the first request. */
  start(): void {
    this.#worker ??= this.#start();
  }

  /** `message` is called when it is sent, so that requests which wait hold no copies. Never rejects. */
  request(message: () => Request, limits?: RequestLimits): Promise<WorkerResult<Response>> {
    const result = this.#queue.then(() => this.#request(message, limits));
    this.#queue = result;
    return result;
  }

  /** Resolves when all that was requested has a result. */
  async drained(): Promise<void> {
    await this.#queue;
  }

  /** Ends the worker; the next request starts another. */
  async stop(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }

  /** Ends the worker for good: what is requested or waits fails. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.stop();
  }

  async #request(message: () => Request, limits: RequestLimits | undefined): Promise<WorkerResult<Response>> {
    clearTimeout(this.#idle);
    if (this.#isClosed) return { type: 'failure', reason: 'it is closed' };
    this.#worker ??= this.#start();
    if (this.#worker === null) return { type: 'failure', reason: 'it could not be started' };
    const result = await this.#exchange(this.#worker, message(), limits);
    if (result.type === 'failure') await this.stop();
    else await this.#responded(result.response);
    return result;
  }

  async #responded(response: Response): Promise<void> {
    if (this.#options.isBroken?.(response) === true) return this.stop();
    this.#hasResponded = true;
    this.#startsLeft = this.#options.maxStarts ?? Infinity;
    const { idleMs } = this.#options;
    if (idleMs !== undefined) this.#idle = setTimeout(() => void this.stop(), idleMs).unref();
  }

  /** Null when it may not be started once more, or when the system has no thread to give. */
  #start(): Worker | null {
    if (this.#startsLeft === 0) return null;
    this.#startsLeft -= 1;
    this.#hasResponded = false;
    try {
      const worker = startWorker(this.#file, this.#options);
      worker.once('exit', () => {
        if (worker === this.#worker) this.#worker = null;
      });
      worker.unref();
      return worker;
    } catch {
      return null;
    }
  }

  #exchange(
    worker: Worker,
    message: Request,
    limits: RequestLimits | undefined,
  ): Promise<WorkerResult<Response>> {
    return new Promise((resolve) => {
      const settle = (result: WorkerResult<Response>): void => {
        clearTimeout(timer);
        worker.off('message', respond).off('error', fail).off('exit', exit);
        // A worker that is being ended keeps the process alive until `stop` resolves.
        if (worker === this.#worker) worker.unref();
        resolve(result);
      };
      const respond = (response: Response): void => settle({ type: 'response', response });
      const fail = (error: unknown): void => settle({ type: 'failure', reason: messageOf(error) });
      const exit = (): void => settle({ type: 'failure', reason: 'its thread has ended' });
      const late = (): void => settle({ type: 'failure', reason: 'it did not respond in time' });
      const timer = limits && setTimeout(late, this.#timeout(limits));
      worker.on('message', respond).on('error', fail).on('exit', exit);
      // After the listeners are attached, because the one for messages would undo it.
      if (this.#options.isBackground === true) worker.unref();
      else worker.ref();
      worker.postMessage(message, this.#options.transfer?.(message));
    });
  }

  #timeout({ timeoutMs, firstTimeoutMs = timeoutMs }: RequestLimits): number {
    return this.#hasResponded ? timeoutMs : firstTimeoutMs;
  }
}
