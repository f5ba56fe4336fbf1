// Our engine through the library, for what needs a word with it: the list emptied, memory collected. Started with the
// port to listen on and the library's module.
import { setImmediate as turn } from 'node:timers/promises';
import type * as Library from '../../../src/index.ts';
import { answerQuestions } from '../../processes/ipc.ts';

export type LibraryQuestion =
  /** Empties the flow list. */
  | { readonly type: 'clear' }
  /** Frees what flows held that are gone from the list. */
  | { readonly type: 'collect' }
  /** Bytes of the heap and of what hangs on it, once everything that can be freed has been. */
  | { readonly type: 'heap' }
  /** CPU seconds used so far, to the microsecond. */
  | { readonly type: 'cpu' };

const [, , port, module = ''] = process.argv;
const { startProxy } = (await import(module)) as typeof Library;
const proxy = await startProxy({ port: Number(port), sslProxyingHosts: ['*'] });

answerQuestions((question: LibraryQuestion) => {
  switch (question.type) {
    case 'clear':
      proxy.clear();
      return undefined;
    case 'collect':
      return collect();
    case 'heap':
      return collect().then(heapBytes);
    case 'cpu':
      return cpu();
  }
});

/** What a flow held is used again once the program has been told of its collection, which takes turns. */
async function collect(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    globalThis.gc?.();
    await turn();
  }
}

function heapBytes(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function cpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
