// The worker that replaces text in long bodies, so that traffic does not wait.
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
