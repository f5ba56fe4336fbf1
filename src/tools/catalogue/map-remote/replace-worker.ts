// The worker that replaces text in long bodies, so that traffic does not wait.
import { parentPort } from 'node:worker_threads';
import { replaceText, type Replacement } from './replace-text.ts';

export interface ReplaceTask {
  readonly text: string;
  readonly list: readonly Replacement[];
  readonly maxMs: number;
}

parentPort?.on('message', ({ text, list, maxMs }: ReplaceTask) =>
  parentPort?.postMessage(replaceText(text, list, maxMs)),
);
