// Tests conditions on bodies: short bodies at once, long ones in a worker, because decoding and parsing ten megabytes
// would block all traffic.
import { WorkerClient } from '../../../base/worker-client.ts';
import type { BodyTask } from './body-worker.ts';
import type { ConditionSet, ResponseConditions } from '../conditions.ts';
import type { Criterion } from './criteria.ts';
import type { ResponseSubject } from './response-criteria.ts';
import type { Subject } from './subject.ts';

/** The conditions that the criteria were compiled from, and the subject of the test. */
export type BodyContext<S = Subject | ResponseSubject> =
  | { readonly type: 'request'; readonly conditions: ConditionSet; readonly subject: S & Subject }
  | {
      readonly type: 'response';
      readonly conditions: ResponseConditions;
      readonly subject: S & ResponseSubject;
    };

/** The longest body that is examined here, which takes about a millisecond. */
const MAX_BYTES_HERE = 64 * 1024;
const WORKER = new URL('./body-worker.ts', import.meta.url);
const LIMITS = { timeoutMs: 5000, firstTimeoutMs: 10_000 };

const client = new WorkerClient<BodyTask, readonly boolean[]>(WORKER, {
  name: 'conditions',
  idleMs: 10_000,
  isBackground: true,
  transfer: ({ body }) => [body.buffer],
});

/** Returns for each criterion on the body whether it holds; null when that takes too long. */
export function bodyResults<S>(
  criteria: readonly Criterion<S>[],
  context: BodyContext<S>,
  body: Buffer,
): readonly boolean[] | Promise<readonly boolean[] | null> {
  if (body.length <= MAX_BYTES_HERE) return criteria.map((each) => each.holds(context.subject, body));
  return resultsOfWorker(context, body);
}

async function resultsOfWorker(context: BodyContext, body: Buffer): Promise<readonly boolean[] | null> {
  const result = await client.request(() => taskOf(context, body), LIMITS);
  return result.type === 'response' ? result.response : null;
}

function taskOf(context: BodyContext, bytes: Buffer): BodyTask {
  const body = new Uint8Array(bytes);
  if (context.type === 'response') {
    const { status, fields } = context.subject;
    return { type: 'response', conditions: context.conditions, subject: { status, fields }, body };
  }
  const { method, target, url, upgrades, fields, client: from } = context.subject;
  const sender = { address: from.address, app: from.app };
  return {
    type: 'request',
    conditions: context.conditions,
    subject: { method, target, url, upgrades, fields, client: sender },
    body,
  };
}
