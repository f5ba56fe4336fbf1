// Each row of the table of events in docs/api-client/newman.md: the same events in the same order as Newman's, with the
// same arguments. An event of Newman without a row fails.
import { beforeAll, expect, test } from 'vitest';
import { Beside, rowsOfPage } from '../helpers/newman-beside.ts';
import {
  FAILS,
  librariesOf,
  NEWMAN,
  OURS,
  PASSES,
  readmeOfNewman,
  withItems,
  type Emitted,
  type Pair,
} from '../helpers/newman-runs.ts';

/** Differences that the page names: keys that are missing, and events that Newman does not have. */
const MISSING_KEYS: Readonly<Record<string, readonly string[]>> = {
  start: ['run'],
  script: ['execution'],
  prerequestScript: ['execution'],
  testScript: ['execution'],
  request: ['history'],
};
const ONLY_OURS = new Set(['beforeAssertion']);

let pair: Pair<readonly Emitted[]>;
beforeAll(async () => {
  await using both = await Beside.start();
  const { ran, item } = librariesOf(both);
  const script = {
    before: "pm.environment.set('a', 1);",
    test: `${PASSES}${FAILS}console.log('said', 1);`,
  };
  const options = () => ({
    ...withItems(
      item('a', script),
      item('b', { test: 'missing();' }),
      item('c', { request: { url: 'http://127.0.0.1:1/' } }),
    ),
    iterationCount: 2,
  });
  pair = { newman: (await ran(NEWMAN, options())).events, ours: (await ran(OURS, options())).events };
});

const rows = rowsOfPage('Events');
test.each(rows)('%s', (row) => {
  const names = row.split(', ');
  for (const name of names) {
    const [theirs, ours] = [pair.newman, pair.ours].map((events) =>
      events.filter((event) => event.name === name),
    );
    expect(ours?.length, name).toBeGreaterThan(0);
    if (ONLY_OURS.has(name)) continue;
    const shown = (events: readonly Emitted[] | undefined) =>
      events?.map((event) => [event.item, event.failed]);
    expect(shown(ours), name).toEqual(shown(theirs));
    const missing = theirs?.[0]?.keys.filter((key) => !ours?.[0]?.keys.includes(key));
    expect(missing, name).toEqual(MISSING_KEYS[name] ?? []);
  }
});

test('each event of Newman has a row', () => {
  const named = new Set(rows.flatMap((row) => row.split(', ')));
  const emitted = new Set(pair.newman.map(({ name }) => name));
  expect([...emitted].filter((name) => !named.has(name))).toEqual([]);
  const [, table = ''] = readmeOfNewman().split('### newman.run~events');
  const told = [...table.split('## Reporters')[0]!.matchAll(/^\| (\w+) +\|/gm)].map(([, name]) => name!);
  expect(told.filter((name) => name !== 'Event' && !named.has(name))).toEqual([]);
  expect(told.length).toBeGreaterThan(10);
});
