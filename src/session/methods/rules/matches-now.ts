// Counts what rules match among the newest requests, for the answer to a change of them.
import { z } from 'zod';
import type { Flow } from '../../../flow/flow.ts';
import type { AppContext } from '../context.ts';

/** Requests that are looked at. */
const MAX_LOOKED_AT = 500;

export const matchesField = z
  .string()
  .describe('How many of the newest requests the rules match, such as "matches 12 of the last 500 requests"');

/** Resolves with a sentence about the rules of a tool, as they are saved. */
export async function matchesNow(
  { tools, traffic }: AppContext,
  tool: string,
  rules: readonly Readonly<Record<string, unknown>>[],
): Promise<string> {
  const newest = newestOf(traffic.newestFirst());
  const matched = new Set<number>();
  let examined = 0;
  for (const { id } of rules) {
    // With an id alone: the rule as it is.
    const found = await tools.dryRun(tool, { id }, newest());
    for (const id of found.matched) matched.add(id);
    examined = found.examined;
  }
  if (examined === 0) return 'there are no requests yet that it could match';
  const last = examined === 1 ? 'the last request' : `the last ${examined} requests`;
  return `matches ${matched.size} of ${last}`;
}

/** Reads the flows once, however many rules are compared with them. */
function newestOf(flows: Iterable<Flow> | AsyncIterable<Flow>): () => AsyncIterable<Flow> {
  const read: Flow[] = [];
  let isRead = false;
  return async function* () {
    if (isRead) {
      yield* read;
      return;
    }
    for await (const flow of flows) {
      if (read.length === MAX_LOOKED_AT) break;
      read.push(flow);
      yield flow;
    }
    isRead = true;
  };
}
