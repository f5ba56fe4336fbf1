// Opens files of captured traffic in the traffic list.
import type { CaptureBudget } from '../flow/capture-budget.ts';
import type { TrafficList } from './traffic-list.ts';

export interface OpenedTraffic {
  readonly count: number;
  readonly ids: readonly number[];
  /** The entries that could not be read, with the reasons. */
  readonly skipped: readonly { readonly index: number; readonly reason: string }[];
}

/** Reads the file `name` and adds its flows to the list. Rejects with the reason when nothing can be read. */
export async function openTraffic(
  { captures, traffic }: { readonly captures: CaptureBudget; readonly traffic: TrafficList },
  chunks: AsyncIterable<Buffer>,
  name: string,
): Promise<OpenedTraffic> {
  const { importTraffic } = await import('./import.ts');
  const context = { captures, takeId: () => traffic.takeId() };
  const { flows, skipped } = await importTraffic(chunks, context);
  for (const flow of flows) flow.openedFrom = name;
  traffic.open(flows);
  return { count: flows.length, ids: flows.map(({ id }) => id), skipped };
}
