// The exchange of a HAR file as a flow, for whoever has no engine that captured it.
import { UserError } from '../../base/errors.ts';
import { CaptureBudget } from '../../flow/capture-budget.ts';
import type { Flow } from '../../flow/flow.ts';
import { collectTraffic } from '../formats/contract.ts';
import { readHarFlows } from '../formats/har/read.ts';

/** Resolves with the first exchange. Rejects with a UserError when there is none. */
export async function flowOfHar(text: string, id: number): Promise<Flow> {
  // Everything stays in memory, so that the file is never made.
  const captures = new CaptureBudget({ maxBodyBytes: Infinity, memoryBytes: Infinity, spillPath: '' });
  const context = { captures, takeId: () => id };
  const { flows, skipped } = await collectTraffic(readHarFlows(chunksOf(text), context));
  const [flow] = flows;
  if (flow !== undefined) return flow;
  throw new UserError('INVALID_DATA', skipped[0]?.reason ?? 'it is not a request over HTTP');
}

async function* chunksOf(text: string): AsyncGenerator<Buffer> {
  yield await Promise.resolve(Buffer.from(text));
}
