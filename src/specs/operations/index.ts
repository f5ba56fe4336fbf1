// The operations of API descriptions, read on a thread of their own, so that a large document lets other work pass.
import type { ResourceLimits } from 'node:worker_threads';
import { UserError } from '../../base/errors.ts';
import { WorkerClient } from '../../base/worker-client.ts';
import type { StoredSpec } from '../../collections/storage/specs.ts';
import type { DocumentError, SpecResult, SpecTask, SpecTasks } from './tasks.ts';

const WORKER = new URL('./worker.ts', import.meta.url);
const LIMITS: ResourceLimits = { maxOldGenerationSizeMb: 2048, stackSizeMb: 16 };
/** Milliseconds after which the thread, and with it the document that it remembers, is given up. */
const IDLE_MS = 30_000;

/** One for the process, because a document is read once for the tasks that follow one another. */
const worker = new WorkerClient<SpecTask, SpecResult>(WORKER, {
  name: 'operations',
  resourceLimits: LIMITS,
  idleMs: IDLE_MS,
});

export type ReadDocument<R> =
  | { readonly value: R; readonly error: null }
  | { readonly value: null; readonly error: DocumentError };

/** A description, and perhaps the text that its file is to have. */
export interface SpecSource extends Pick<StoredSpec, 'path'> {
  readonly text?: string | undefined;
}

/** Resolves with the result, or with the error of a broken document. Rejects with a UserError. */
export async function readSpec<K extends keyof SpecTasks>(
  spec: SpecSource,
  type: K,
  params: SpecTasks[K]['params'],
): Promise<ReadDocument<SpecTasks[K]['result']>> {
  const task = { type, file: spec.path, text: spec.text, ...params } as SpecTask;
  const result = await worker.request(() => task);
  if (result.type === 'failure')
    throw new UserError('INVALID_DATA', `${spec.path} cannot be read: ${result.reason}`);
  const response = result.response as SpecResult<SpecTasks[K]['result']>;
  if (response.type === 'refused') throw new UserError(response.code, response.message);
  if (response.type === 'broken') return { value: null, error: response.error };
  return { value: response.value, error: null };
}

/** As `readSpec`, and rejects with a UserError that names the line of a broken document. */
export async function readWholeSpec<K extends keyof SpecTasks>(
  spec: SpecSource,
  type: K,
  params: SpecTasks[K]['params'],
): Promise<SpecTasks[K]['result']> {
  const { value, error } = await readSpec(spec, type, params);
  if (error === null) return value;
  throw new UserError('INVALID_FILE', `${spec.path}:${error.line}: ${error.message}`);
}
