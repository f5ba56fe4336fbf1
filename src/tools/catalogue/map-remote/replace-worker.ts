// The thread on which parts of long texts are replaced, so that traffic does not wait for it.
import { parentPort } from 'node:worker_threads';
import { replaceText, type Replacement } from './replace-text.ts';

export interface ReplaceTask {
  readonly text: string;
  readonly list: readonly Replacement[];
  readonly mostMs: number;
}

parentPort?.on('message', ({ text, list, mostMs }: ReplaceTask) =>
  parentPort?.postMessage(replaceText(text, list, mostMs)),
);
