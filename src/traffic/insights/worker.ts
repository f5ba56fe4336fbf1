// The thread that looks: batches of questions come in, their answers go out.
import { parentPort } from 'node:worker_threads';
import { look, type LookQuestion } from './look.ts';

parentPort?.on('message', (questions: readonly LookQuestion[]) => {
  parentPort?.postMessage(questions.map(look));
});
