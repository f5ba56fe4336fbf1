// Asks a worker, which is started when it is first needed and again when it has failed.

interface Reply {
  readonly key: number;
  readonly result?: unknown;
  readonly error?: string;
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Sends a request to the worker; rejects with its error. */
export type AskWorker<Request extends object> = (request: Request) => Promise<unknown>;

export function workerClient<Request extends object>(start: () => Worker): AskWorker<Request> {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let lastKey = 0;
  const fail = (): void => {
    worker?.terminate();
    worker = null;
    for (const { reject } of waiting.values())
      reject(new Error('The page has not enough memory for this body'));
    waiting.clear();
  };
  const started = (): Worker => {
    const made = start();
    made.addEventListener('message', ({ data: { key, result, error } }: MessageEvent<Reply>) => {
      if (error === undefined) waiting.get(key)?.resolve(result);
      else waiting.get(key)?.reject(new Error(error));
      waiting.delete(key);
    });
    made.addEventListener('error', fail);
    return made;
  };
  return (request) => {
    worker ??= started();
    const key = ++lastKey;
    worker.postMessage({ ...request, key });
    return new Promise((resolve, reject) => waiting.set(key, { resolve, reject }));
  };
}
