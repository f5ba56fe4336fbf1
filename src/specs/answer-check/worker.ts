// The thread of `index.ts`.
import { parentPort } from 'node:worker_threads';
import type { Collection } from '../../collections/model/collection.ts';
import type { JsonObject } from '../../documents/json-values.ts';
import { answerReport, type AnswerReport } from './answers.ts';

export interface CheckTask {
  readonly root: JsonObject;
  readonly collection: Collection;
}

parentPort?.on('message', ({ root, collection }: CheckTask) => {
  const report: AnswerReport = answerReport(root, collection);
  parentPort?.postMessage(report);
});
