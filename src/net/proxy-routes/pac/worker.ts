// The thread that runs a PAC file, so that an endless loop in it blocks nothing else.
import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../../../base/errors.ts';
import { pacScript, type KnownNames, type PacOutcome } from './pac-script.ts';

/** One query to the thread. */
export interface PacQuestion {
  readonly url: string;
  readonly host: string;
  readonly known: KnownNames;
}

const script = await pacScript(String(workerData));

parentPort?.on('message', (question: PacQuestion) => {
  parentPort?.postMessage(answer(question));
});

function answer({ url, host, known }: PacQuestion): PacOutcome {
  if ('type' in script) return script;
  try {
    return script.run(url, host, known);
  } catch (error) {
    return { type: 'error', reason: `it could not be run: ${messageOf(error)}`, isBroken: true };
  }
}
