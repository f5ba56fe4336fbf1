// Asks the worker that reads bodies for a view.
import type { ViewAnswer, ViewRequest } from './view-worker.ts';
import { workerClient } from './worker-client.ts';

const ask = workerClient<ViewRequest>(
  () => new Worker(new URL('./view-worker.ts', import.meta.url), { type: 'module' }),
);

export async function viewOf(request: ViewRequest): Promise<ViewAnswer> {
  return (await ask(request)) as ViewAnswer;
}
