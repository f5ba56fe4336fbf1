import { expect, test } from 'vitest';
import { EntryTable, MARK, UNKNOWN_STATUS } from './entry-table.ts';

/** Ids of a range. */
const SPAN = 64;

test('behaves like a sorted map, whatever is added and removed in whatever order', () => {
  const table = new EntryTable();
  const map = new Map<number, { revision: number; marks: number; status: number }>();
  let state = 7;
  const random = (below: number): number => (state = (state * 48_271) % 2_147_483_647) % below;
  for (let step = 1; step <= 30_000; step += 1) {
    // Most ids rise, some come late, some come again.
    const id = random(4) === 0 ? 1 + random(step) : step;
    if (random(3) === 0) {
      expect(table.remove(id)?.marks).toBe(map.get(id)?.marks);
      map.delete(id);
    } else {
      const marks = random(8);
      const status = random(600);
      table.add(id, step, marks, status);
      map.set(id, { revision: step, marks, status });
    }
  }
  const ids = [...map.keys()].sort((a, b) => a - b);
  expect([...table.ids()]).toEqual(ids);
  expect(table.size).toBe(map.size);
  expect(table.oldestId).toBe(ids[0]);
  expect([...table]).toEqual(
    ids.map((id) => ({ id, marks: map.get(id)!.marks, status: map.get(id)!.status })),
  );
  expect(ids.every((id) => table.revisionOf(id) === map.get(id)!.revision)).toBe(true);
  const [first, end] = [ids[Math.floor(ids.length / 3)]!, ids[Math.floor(ids.length / 2)]! + 1];
  expect([...table.idsBetween(first, end)]).toEqual(ids.filter((id) => id >= first && id < end));
  const ranges = Map.groupBy(ids, (id) => Math.floor(id / SPAN));
  expect(table.stamps(SPAN)).toEqual(
    new Map(
      [...ranges].map(([number, own]) => [
        number,
        { count: own.length, revision: Math.max(...own.map((id) => map.get(id)!.revision)) },
      ]),
    ),
  );
  const newer = [...map].filter(([, { revision }]) => revision > 29_000);
  expect([...table.changedAfter(29_000)]).toEqual(
    newer.sort(([, a], [, b]) => a.revision - b.revision).map(([id]) => id),
  );
});

test('a mark is set and taken away without the others', () => {
  const table = new EntryTable();
  table.add(5, 1, MARK.imported);
  table.mark(5, MARK.written, true);
  expect([MARK.imported, MARK.written, MARK.annotated].map((mark) => table.isMarked(5, mark))).toEqual([
    true,
    true,
    false,
  ]);
  table.mark(5, MARK.imported, false);
  table.mark(6, MARK.imported, true);
  expect([...table]).toEqual([{ id: 5, marks: MARK.written, status: UNKNOWN_STATUS }]);
});
