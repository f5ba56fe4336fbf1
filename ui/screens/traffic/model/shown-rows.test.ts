import { describe, expect, test } from 'vitest';
import type { FlowSummary } from '../../../../src/session/methods/ui-types.ts';
import { FlowTable } from '../../../state/flow-table/index.ts';
import { randomFlow, randomNumbers } from '../../../state/flow-table/random-flows.ts';
import { parseFilter } from '../../../../src/flow/filter/index.ts';
import { compareKeys } from '../../../state/sorting.ts';
import { columnOf } from './columns.ts';
import { sessionOf, type Arrangement } from './sessions.ts';
import { ShownRows, type Rows } from './shown-rows.ts';
import { rowQuery, type Order, type View } from './view.ts';

const SESSIONS = ['two.har', '', 'one.har'];

function viewOf(text: string): View {
  const filter = parseFilter(text) as View['filter'];
  return { source: { type: 'all' }, text, validText: text, filter, chips: [] };
}

/** The same, the simple way. */
function naive(
  flows: readonly FlowSummary[],
  { filter }: View,
  { column, descending }: Order,
  arrangement: Arrangement,
): readonly number[] {
  const sign = descending ? -1 : 1;
  const { read } = columnOf(column)!;
  const compare = (a: FlowSummary, b: FlowSummary): number => {
    if (column !== 'id') return sign * compareKeys(read(a), read(b)) || a.id - b.id;
    return sign * ((arrangement === 'time' ? compareKeys(a.startedAt, b.startedAt) : 0) || a.id - b.id);
  };
  const sorted = flows.filter((flow) => filter.matches(flow) === true).sort(compare);
  const groups = SESSIONS.map((session) => sorted.filter((flow) => sessionOf(flow) === session));
  return (arrangement === 'sessions' ? groups.flat() : sorted).map(({ id }) => id);
}

async function settled(shown: Shown): Promise<void> {
  while (shown.isWorking) await new Promise((resolve) => setTimeout(resolve, 1));
}

interface Shown {
  rows: Rows | null;
  isWorking: boolean;
}

const ORDERS = ['id', 'duration', 'path', 'status', 'app', 'start'].flatMap((column) => [
  { column, descending: false },
  { column, descending: true },
]);

describe.each<Arrangement>(['time', 'sessions'])('arranged by %s', (arrangement) => {
  test.each(ORDERS)('sorted by $column, descending: $descending', async (order) => {
    const random = randomNumbers(order.column.length * 31);
    const table = new FlowTable();
    const shown: Shown = { rows: null, isWorking: false };
    const list = new ShownRows(table, (rows, isWorking) =>
      Object.assign(shown, { rows: rows ?? shown.rows, isWorking }),
    );
    const flows = new Map<number, FlowSummary>();
    for (const text of ['', 'status:404', '-app:curl duration<600', '/a']) {
      const view = viewOf(text);
      list.show(
        rowQuery(view, order, {
          held: new Set(),
          saved: [],
          isHit: () => false,
          hidden: new Set(),
          arrangement,
          sessions: SESSIONS,
        }),
      );
      for (let round = 0; round < 8; round += 1) {
        const changed = Array.from({ length: 1 + random(400) }, () => randomFlow(random, 1 + random(3000)));
        list.change(table.merge(changed));
        for (const flow of changed) flows.set(flow.id, flow);
        const gone = [...flows.keys()].filter(() => random(20) === 0);
        list.change(table.remove(gone, 0));
        for (const id of gone) flows.delete(id);
        await settled(shown);
        expect([...shown.rows!.ids]).toEqual(naive([...flows.values()], view, order, arrangement));
        const [some = -1] = flows.keys();
        expect(shown.rows!.indexOf(some)).toBe(shown.rows!.ids.indexOf(some));
      }
    }
  });
});

test('changes while rows are looked for are not lost', async () => {
  const random = randomNumbers(3);
  const table = new FlowTable();
  const flows = Array.from({ length: 60_000 }, (_, at) => randomFlow(random, at + 1));
  table.merge(flows);
  const shown: Shown = { rows: null, isWorking: false };
  const list = new ShownRows(table, (rows, isWorking) =>
    Object.assign(shown, { rows: rows ?? shown.rows, isWorking }),
  );
  const view = viewOf('');
  const order = { column: 'path', descending: true };
  const circumstances = { held: new Set<number>(), saved: [], isHit: () => false, hidden: new Set<string>() };
  list.show(rowQuery(view, order, { ...circumstances, arrangement: 'time', sessions: SESSIONS }));
  for (let at = 0; at < flows.length; at += 500) flows[at] = randomFlow(random, at + 1);
  list.change(table.merge(flows.filter((_, at) => at % 500 === 0)));
  await settled(shown);
  expect([...shown.rows!.ids]).toEqual(naive(flows, view, order, 'time'));
});
