// Waiting for flows to reach their end.
import type { Flow } from '../../src/flow/flow.ts';
import type { FlowStore } from '../../src/flow/store.ts';

/** Resolves when this holds of the flows; looks at each change. */
export function when(flows: FlowStore, holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (!holds()) return;
      stop();
      resolve();
    };
    const stop = flows.subscribe(look);
    look();
  });
}

/** Resolves when no exchange goes on. */
export function settled(flows: FlowStore): Promise<void> {
  return when(flows, () => flows.list().every((flow) => flow.finished && flow.state !== 'pending'));
}

/** The newest flow with this path, when it has reached its end. */
export async function flowAt(flows: FlowStore, path: string): Promise<Flow> {
  const find = (): Flow | undefined => flows.list().findLast((flow) => flow.path === path && flow.finished);
  await when(flows, () => find() !== undefined);
  return find()!;
}
