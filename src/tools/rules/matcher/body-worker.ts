// The worker that tests conditions on long bodies.
import { parentPort } from 'node:worker_threads';
import type { ConditionSet, ResponseConditions } from '../conditions.ts';
import { compileConditions, type Criterion } from './criteria.ts';
import { compileResponseConditions, type ResponseSubject } from './response-criteria.ts';
import type { Subject } from './subject.ts';

/** The data of a request that conditions read. */
export interface SentSubject extends Pick<Subject, 'method' | 'target' | 'url' | 'upgrades' | 'fields'> {
  readonly client: Pick<Subject['client'], 'address' | 'app'>;
}

export type BodyTask = { readonly body: Uint8Array<ArrayBuffer> } & (
  | { readonly type: 'request'; readonly conditions: ConditionSet; readonly subject: SentSubject }
  | { readonly type: 'response'; readonly conditions: ResponseConditions; readonly subject: ResponseSubject }
);

parentPort?.on('message', (task: BodyTask) => parentPort?.postMessage(results(task)));

function results(task: BodyTask): readonly boolean[] {
  const body = Buffer.from(task.body.buffer);
  return task.type === 'response'
    ? test(compileResponseConditions(task.conditions), task.subject, body)
    : test(compileConditions(task.conditions), task.subject, body);
}

function test<S>(criteria: readonly Criterion<S>[], subject: S, body: Buffer): readonly boolean[] {
  return criteria.filter(({ needs }) => needs === 'body').map((each) => each.holds(subject, body));
}
