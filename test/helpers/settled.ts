// Waits for flows to reach their end.
import type { Flow } from '../../src/flow/flow.ts';
import type { FlowStore } from '../../src/flow/store.ts';
import { MAX_WAIT_MS } from './waiting.ts';

/** Resolves when a condition on the flows holds, which is checked at each change; rejects with a list of the flows. */
export function when(flows: FlowStore, holds: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const check = (): void => {
      if (!holds()) return;
      end();
      resolve();
    };
    const end = (): void => {
      clearTimeout(timer);
      unsubscribe();
    };
    const timer = setTimeout(() => {
      end();
      reject(new Error(`waited for ${String(holds)}, and the flows are ${describe(flows)}`));
    }, MAX_WAIT_MS);
    const unsubscribe = flows.subscribe(check);
    check();
  });
}

function describe(flows: FlowStore): string {
  const lines = flows.list().map(({ id, state, url, error }) => `#${id} ${state} ${url} ${error ?? ''}`);
  return lines.length === 0 ? 'none' : `\n${lines.slice(-20).join('\n')}`;
}

/** Resolves when no exchange is in progress. */
export function settled(flows: FlowStore): Promise<void> {
  return when(flows, () => flows.list().every((flow) => flow.finished && flow.state !== 'pending'));
}

/** Resolves with the newest flow of this path, when it has ended. */
export async function flowAt(flows: FlowStore, path: string): Promise<Flow> {
  const find = (): Flow | undefined => flows.list().findLast((flow) => flow.path === path && flow.finished);
  await when(flows, () => find() !== undefined);
  return find()!;
}
