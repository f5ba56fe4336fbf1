// Traffic that is read one after another is analyzed like a list of it, and is not held.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { capturedFlow } from '../../../test/helpers/flows.ts';
import type { Flow } from '../../flow/flow.ts';
import { insights, INSIGHT_SECTIONS } from './index.ts';

const flowOf = (id: number): Flow =>
  capturedFlow({
    id,
    request: { head: [`POST /users/${id % 40} HTTP/1.1`, 'Authorization: Bearer kX82mVb71LpR4tYw9cQz'] },
    response: {
      head: [id % 5 === 0 ? 'HTTP/1.1 404 Not Found' : 'HTTP/1.1 200 OK', 'Content-Type: application/json'],
      body: JSON.stringify(id % 3 === 0 ? { id } : { id, name: 'x' }),
    },
  });

async function* streamed(count: number): AsyncGenerator<Flow, void, undefined> {
  for (let id = 1; id <= count; id += 1) {
    await Promise.resolve();
    yield flowOf(id);
  }
}

test.each(INSIGHT_SECTIONS)('%s', async (section) => {
  const flows = Array.from({ length: 300 }, (_, at) => flowOf(at + 1));
  const options = { limit: 50, steps: 5 };
  expect(await insights(streamed(300), section, options)).toEqual(await insights(flows, section, options));
});

/** The flows in the batches that are scanned, and those that are read for the next one. */
const MAX_HELD = 1000;

test.each(['summary', 'markdown'] as const)('%s holds what it looks at', async (section) => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const seen: WeakRef<Flow>[] = [];
  let held = 0;
  async function* watched(): AsyncGenerator<Flow, void, undefined> {
    for await (const flow of streamed(3000)) {
      seen.push(new WeakRef(flow));
      yield flow;
    }
    await new Promise((resolve) => setImmediate(resolve));
    collect();
    held = seen.filter((each) => each.deref() !== undefined).length;
  }
  await insights(watched(), section, { limit: 50 });
  expect(held).toBeLessThan(MAX_HELD);
});
