import { expect, test } from 'vitest';
import { parseCsv } from '../../../../src/documents/csv.ts';
import { rowsOf } from '../../../../src/collections/storage/datasets.ts';
import { csvRows, csvText } from './csv-rows.ts';
import {
  columnType,
  converted,
  countRows,
  tableOf,
  tableText,
  textOf,
  valueAt,
  withBlock,
  withCell,
  withColumn,
  withoutColumn,
  withoutRow,
  withRenamed,
} from './dataset-table.ts';

const CSV = 'email,total,note\r\nida@h,64.5,"two\r\nlines, and a ""quote"""\r\ntom@h,"1204",\r\n';
const JSON_TEXT = '[{"a": "1", "n": 5}, {"a": "x", "o": {"k": [1]}, "nil": null}]';

/** Returns all values of a table. */
const values = (text: string): readonly (readonly unknown[])[] => {
  const table = tableOf(text);
  return Array.from({ length: countRows(table) }, (_, row) =>
    table.columns.map((_name, column) => valueAt(table, row, column)),
  );
};

test('CSV is read as runs read it', () => {
  expect(tableOf(CSV).columns).toEqual(['email', 'total', 'note']);
  expect(values(CSV)).toEqual([
    ['ida@h', 64.5, 'two\r\nlines, and a "quote"'],
    ['tom@h', '1204', ''],
  ]);
});

test('any CSV has the cells that runs see, and stays as it was written', () => {
  const pieces = ['a', '1', ' ', ',', '"x"', '"a""b"', '"l\nm"', 'é', '-0.5', '\t', "'"];
  let seed = 11;
  const next = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const line = (): string => Array.from({ length: 1 + next(5) }, () => pieces[next(pieces.length)]!).join('');
  for (let round = 0; round < 2000; round += 1) {
    const text = `h,k\n${Array.from({ length: next(4) }, line)
      .map((each) => each + ['\n', '\r\n', '\r', '\n\n'][next(4)]!)
      .join('')}`;
    expect(csvText(csvRows(text))).toBe(text);
    const cells = parseCsv(text).map((row) =>
      row.map(({ text: shown, isQuoted }) => ({ text: shown, isQuoted })),
    );
    const read = csvRows(text).rows.map((row) => row.cells);
    // Runs skip rows of blanks.
    expect(
      read.filter((row) => row.length > 1 || row[0]!.text !== ''),
      text,
    ).toEqual(cells);
  }
});

test('a cell that is changed leaves all others as they were written', () => {
  const changed = tableText(withCell(tableOf(CSV), 0, 1, '70'));
  expect(changed).toBe(CSV.replace('64.5', '70'));
  expect(tableText(withCell(tableOf(CSV), 1, 1, '7'))).toBe(CSV.replace('"1204"', '"7"'));
  expect(tableText(withCell(tableOf('a;b\n1;2\n'), 0, 0, 'x;"y'))).toBe('a;b\n"x;""y";2\n');
  expect(tableText(withCell(tableOf('a,b\n1,2\n'), 1, 1, 'new'))).toBe('a,b\n1,2\n,new\n');
});

test('rows and columns are added, renamed and removed', () => {
  const table = tableOf('a,b\n1,2\n3\n');
  expect(tableText(withoutRow(table, 0))).toBe('a,b\n3\n');
  expect(tableText(withColumn(table, 'c'))).toBe('a,b,c\n1,2,\n3,,\n');
  expect(tableText(withoutColumn(table, 0))).toBe('b\n2\n\n');
  expect(tableText(withRenamed(table, 1, 'x,y'))).toBe('a,"x,y"\n1,2\n3\n');
  expect(tableText(withBlock(table, 1, 0, [['x', 'y', 'z'], ['q']]))).toBe('a,b\n1,2\nx,y\nq,\n');
});

test('values of JSON keep their types', () => {
  const table = tableOf(JSON_TEXT);
  expect(table.columns).toEqual(['a', 'n', 'o', 'nil']);
  expect(textOf(valueAt(table, 1, 2))).toBe('{"k":[1]}');
  const changed = JSON.parse(tableText(withBlock(table, 0, 0, [['2', '6', '[7]', 'text']])));
  expect(changed[0]).toEqual({ a: '2', n: 6, o: [7], nil: 'text' });
  expect(JSON.parse(tableText(withRenamed(table, 0, 'b')))[0]).toEqual({ b: '1', n: 5 });
  expect(JSON.parse(tableText(withoutColumn(table, 0)))[0]).toEqual({ n: 5 });
});

test('a column has the type of most of its values', () => {
  const table = tableOf('n,t,e\n1,a,\n2,b,\nx,3,\n');
  expect([0, 1, 2].map((column) => columnType(table, column))).toEqual(['number', 'text', 'text']);
  expect(columnType(tableOf('[{"b": true}]'), 0)).toBe('boolean');
});

test('a table in another format has the same values for runs', () => {
  const json = tableText(converted(tableOf(CSV), 'json'));
  expect(rowsOf(json)).toEqual(rowsOf(CSV));
  expect(rowsOf(tableText(converted(tableOf(json), 'csv')))).toEqual(rowsOf(CSV));
  expect(converted(tableOf(CSV), 'csv')).toEqual(tableOf(CSV));
});

test('what cannot be read is explained', () => {
  expect(() => tableOf('a\n"x')).toThrow('line 2: a quote is not closed');
  expect(() => tableOf('[1]')).toThrow('row 1 is not an object');
  expect(countRows(tableOf(''))).toBe(0);
});

test('a hundred thousand rows are one table', () => {
  const text = `id,name\n${Array.from({ length: 100_000 }, (_, at) => `${at},name ${at}\n`).join('')}`;
  const table = withCell(tableOf(text), 99_999, 1, 'last');
  expect(countRows(table)).toBe(100_000);
  expect(tableText(table).endsWith('99999,last\n')).toBe(true);
});
