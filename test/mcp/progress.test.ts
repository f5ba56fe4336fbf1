// Long calls: how far they have come is told to clients that ask, and one that no longer waits ends them.
import { afterAll, expect, test } from 'vitest';
import { startAssistant } from '../helpers/assistant.ts';
import { temporaryHome } from '../helpers/home.ts';
import { startOrigin } from '../helpers/origin.ts';
import { until } from '../helpers/waiting.ts';

const home = temporaryHome();
let hanging = 0;
const origin = await startOrigin((request, response) => {
  if (request.url === '/hang') hanging += 1;
  else response.end('ok');
});

afterAll(async () => {
  home.remove();
  await origin.close();
});

test.each(['modern', 'legacy'] as const)('%s: progress of a run, and its end by the client', async (era) => {
  await using assistant = await startAssistant({ home: home.path, era });
  const { call, client } = assistant;
  await call('create_collection', { name: era });
  for (const name of ['One', 'Two', 'Three'])
    await call('create_request', { collection: era, name, url: `${origin.http}/${name}` });
  const told: unknown[] = [];
  const { structuredContent } = await client.callTool(
    { name: 'run_collection', arguments: { collection: era, iterations: 2 } },
    { onprogress: ({ progress, total, message }) => told.push([progress, total, message]) },
  );
  expect(structuredContent).toMatchObject({ success: true });
  expect(told).toEqual([1, 2, 3, 4, 5, 6].map((done) => [done, 6, `${done} of 6 requests`]));
  const before = hanging;
  await call('create_request', { collection: era, name: 'Hang', url: `${origin.http}/hang` });
  const stop = new AbortController();
  const run = client.callTool(
    { name: 'run_collection', arguments: { collection: era } },
    { signal: stop.signal },
  );
  const cancelled = expect(run).rejects.toThrow();
  await until('the request that hangs', () => hanging > before);
  stop.abort();
  await cancelled;
  // The run has ended, and is in the history.
  await until('the run in the history', async () => {
    const { items } = (await call('list_runs')).value as { readonly items: readonly object[] };
    return items.length === (era === 'modern' ? 2 : 4);
  });
});
