import { expect, test } from 'vitest';
import { compareSpecs } from '../diff/index.ts';
import { summaryOf, type ChangeLog } from './contract.ts';
import { htmlLog } from './html.ts';
import { markdownLog } from './markdown.ts';

const api = (count: number, more: object = {}) => ({
  openapi: '3.1.0',
  paths: Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`/${at}`, { get: { responses: {}, ...more } }]),
  ),
});

function logOf(count: number, more: object): ChangeLog {
  const { changes, compared, notCompared } = compareSpecs(api(count), api(count, more));
  return {
    title: 'A <b> *c*',
    before: '1.0',
    after: '',
    file: 'a.yaml',
    changes: changes.map((change) => ({ ...change, line: null })),
    counts: { error: 0, warning: 0, info: changes.length },
    ignored: 0,
    compared,
    notCompared,
  };
}

test('a change of several operations is said once, with the operations', () => {
  const log = logOf(22, { deprecated: true, tags: ['t'] });
  const markdown = markdownLog(log);
  expect(markdown).toMatch(
    /^# A &#60;b&#62; &#42;c&#42;: 1\.0 → \?\n\n0 breaking changes, 0 warnings, 44 other; 22 operations compared\.\n/,
  );
  expect(markdown.match(/the operation is deprecated/g)).toHaveLength(1);
  expect(markdown).toMatch(
    /- `GET \/0`, `GET \/1`, .*`GET \/19` and 2 more\n {2}- the operation is deprecated\n {2}- the tag t is new\n/,
  );
  const page = htmlLog(log);
  expect(page).toContain('<h1>A &lt;b&gt; *c*: 1.0 → ?</h1>');
  expect(page).toMatch(
    /GET \/19 and 2 more<\/h3>\n<ul><li>the operation is deprecated<\/li>\n<li>the tag t is new/,
  );
});

test('equal versions say so', () => {
  expect(summaryOf(logOf(3, {}))).toBe('no differences; 3 operations compared');
  expect(markdownLog(logOf(1, {}))).toContain('\nno differences; 1 operation compared.\n');
});
