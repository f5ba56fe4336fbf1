import { expect, test } from 'vitest';
import { capturedFlow, type Captured } from '../../test/helpers/flows.ts';
import { compareSideBySide, type ComparedBody, type SideBySideOptions } from './side-by-side.ts';

const ANY: SideBySideOptions = { byKey: true, ignored: [], compared: [] };

async function responses(a: string, b: string, options: Partial<SideBySideOptions> = {}, headers = ['', '']) {
  const of = (id: number, body: string, header = ''): Captured => ({
    id,
    response: { head: ['HTTP/1.1 200 OK', ...(header === '' ? [] : header.split('\n'))], body },
  });
  const [before, after] = [capturedFlow(of(1, a, headers[0])), capturedFlow(of(2, b, headers[1]))];
  return (await compareSideBySide(before, after, { ...ANY, ...options })).response;
}

/** Writes the lines as a page shows them. */
function shown({ lines }: ComparedBody): readonly string[] {
  return lines.map(({ before, after }) =>
    before === after ? `  ${before ?? ''}` : `${before ?? '·'} | ${after ?? '·'}`,
  );
}

test('JSON by key: values of one member face each other, missing members face nothing', async () => {
  const before = { id: 1, status: 'failed', error: { code: 'timeout' }, cart: 'c' };
  const after = { cart: 'c', next: [1], status: 'done', id: 1 };
  const { body } = await responses(JSON.stringify(before), JSON.stringify(after, null, 4));
  expect(shown(body)).toEqual([
    '  {',
    '    "id": 1,',
    '  "status": "failed", |   "status": "done",',
    '  "error": { | ·',
    '    "code": "timeout" | ·',
    '  }, | ·',
    '    "cart": "c"',
    '· |   "next": [',
    '· |     1',
    '· |   ]',
    '  }',
  ]);
  expect(body).toMatchObject({ isByKey: true, differences: 2, isWhole: true });
  expect(body.lines[2]?.path).toBe('$.status');
});

test('by line, order and blanks count', async () => {
  const { body } = await responses('{"a":1,"b":2}', '{"b":2, "a":1}', { byKey: false });
  expect(shown(body)).toEqual(['{"a":1,"b":2} | {"b":2, "a":1}']);
  const same = await responses('{"a":1,"b":2}', '{"b":2, "a":1}');
  expect(same.body.differences).toBe(0);
});

test('ignored members and headers are named, and not compared', async () => {
  const [a, b] = [
    { at: 1, list: [{ at: 1, x: 1 }] },
    { at: 2, list: [{ at: 2, x: 2 }] },
  ].map((each) => JSON.stringify(each));
  const everywhere = await responses(a!, b!, { ignored: ['$..at'] });
  expect(shown(everywhere.body).filter((line) => line.includes('|'))).toEqual([
    '      "x": 1 |       "x": 2',
  ]);
  const one = await responses(a!, b!, { ignored: ['$.list[0].at', '$.list[0].x'] });
  expect(shown(one.body).filter((line) => line.includes('|'))).toEqual(['  "at": 1, |   "at": 2,']);

  const headers = ['Date: 1\nX-Mine: 1\nX-Own: 1', 'Date: 2\nX-Mine: 2\nX-Own: 2'];
  const { headers: changed, ignored } = await responses('', '', { ignored: ['X-Mine'] }, headers);
  expect([changed.map(({ where }) => where), ignored]).toEqual([['x-own'], ['date', 'x-mine']]);
  const all = await responses('', '', { compared: ['date'] }, headers);
  expect(all.headers.map(({ where }) => where)).toEqual(['date', 'x-mine', 'x-own']);
});

test('hostile keys are members like others', async () => {
  const { body } = await responses('{"__proto__":{"a":1},"constructor":2}', '{"constructor":3}');
  expect(shown(body)).toContain('  "constructor": 2 |   "constructor": 3');
});

test('long and unrelated texts are bounded', async () => {
  const lines = (word: string): string =>
    Array.from({ length: 15_000 }, (_, at) => `${word} ${at}`).join('\n');
  const { body } = await responses(lines('a'), lines('b'));
  expect([body.lines.length, body.isWhole, body.differences]).toEqual([10_000, false, 1]);
});
