// Our engine through the library, for measures that empty its list or collect garbage. Its arguments are the
// port to listen on and the library's module.
import { setImmediate as turn } from 'node:timers/promises';
import type * as Library from '../../../src/index.ts';
import { answerQuestions } from '../../processes/ipc.ts';

export type LibraryQuestion =
  /** Empties the flow list. */
  | { readonly type: 'clear' }
  /** Frees the memory of flows that are gone from the list. */
  | { readonly type: 'collect' }
  /** Asks for the bytes of the heap and of its external memory, after garbage collection. */
  | { readonly type: 'heap' }
  /** Asks for the CPU seconds used so far, to the microsecond. */
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

/**
 * Collects garbage. The memory of a flow is reused only after its finalizer has run, which takes some turns
 * of the event loop.
 */
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
