// The lines of the lists of an API description: structure, synchronization, comparison, traffic.
import { infoVersion } from './info-version.ts';
import { expect, test } from 'vitest';
import { endpointLines } from './contract/endpoint-lines.ts';
import { asMarkdown, changeLines, suggestedVersion } from './diff/change-lines.ts';
import { mended } from './mended.ts';
import { outlineLines } from './outline-lines.ts';
import { syncLines } from './sync-lines.ts';

const item = (name: string, method: string, line: number) => ({
  name,
  method,
  line,
  operation: `${method} ${name}`,
});
const OUTLINE = [
  { title: 'Info', line: 2, items: [] },
  { title: 'Pets', line: 5, items: [item('/pets', 'GET', 5), item('/pets', 'POST', 10)] },
];
const problem = (line: number, severity: 'error' | 'warning') => ({
  line,
  severity,
  column: 1,
  rule: 'r',
  message: 'm',
  file: null,
});

test('the structure: parts of open groups, those that are sought, and the worst problem of each', () => {
  const problems = [problem(3, 'warning'), problem(12, 'error'), problem(11, 'warning')];
  const shown = (open: readonly string[], query = '') =>
    outlineLines(OUTLINE, new Set(open), problems, query).map(
      ({ group, item: part, mark }) => `${part === null ? group.title : part.method} ${mark ?? ''}`,
    );
  expect(shown([])).toEqual(['Info warning', 'Pets error']);
  expect(shown(['Pets'])).toEqual(['Info warning', 'Pets error', 'GET ', 'POST error']);
  expect(shown([], 'post /p')).toEqual(['Pets error', 'POST error']);
  expect(shown([], 'none')).toEqual([]);
});

test('a synchronization: new, changed and gone below their headings', () => {
  const change = (type: 'added' | 'updated' | 'removed', id: string, what: readonly string[] = []) => ({
    type,
    id,
    method: 'GET',
    name: id,
    folders: [],
    differences: what.map((each) => ({ mark: '+' as const, what: each })),
  });
  const lines = syncLines([
    change('removed', 'c'),
    change('added', 'a'),
    change('updated', 'b', ['query x']),
  ]);
  expect(lines.map(({ key }) => key)).toEqual([
    'heading:added',
    'a',
    'heading:updated',
    'b',
    'b:0',
    'heading:removed',
    'c',
  ]);
});

const change = (breaking: boolean, warning: boolean, what: string) => ({
  breaking,
  warning,
  what,
  operation: 'GET /a',
  ignored: null,
  before: 1,
  after: 1,
});

test('a comparison: by severity, as Markdown, and the version that it asks for', () => {
  const changes = [change(false, false, 'it is new'), change(true, false, 'gone'), change(false, true, 'w')];
  expect(
    changeLines(changes, 'severity').map((line) => (line.type === 'heading' ? line.title : 'c')),
  ).toEqual(['Breaking 1', 'c', 'Warning 1', 'c', 'Info 1', 'c']);
  expect(changeLines(changes, 'operation')).toHaveLength(4);
  expect(asMarkdown({ before: '1', after: '2' }, changes)).toContain('### Breaking\n\n- `GET /a`: gone');
  expect(suggestedVersion('1.2.3', changes)).toBe('2.0.0');
  expect(suggestedVersion('1.2.3', [changes[0]!])).toBe('1.3.0');
  expect(suggestedVersion('1.2.3', [change(false, false, 'the operation is deprecated')])).toBe('1.2.4');
  expect(suggestedVersion('draft', changes)).toBeNull();
  expect(suggestedVersion('1.2.3', [])).toBeNull();
});

test('traffic: what was called, what is not described, and what nobody calls', () => {
  const endpoint = (name: string, isDescribed: boolean, calls: number, wrong: number) => ({
    endpoint: name,
    isDescribed,
    calls,
    wrong,
    kinds: [],
    statuses: [],
    responses: [],
    described: [],
    headers: [],
    lastAt: 0,
  });
  const all = [
    endpoint('GET /a', true, 2, 1),
    endpoint('GET /b', true, 1, 0),
    endpoint('GET /c', false, 1, 1),
    endpoint('GET /d', true, 0, 0),
  ];
  const keys = (shown: 'all' | 'violations' | 'unknown', query = '') =>
    endpointLines(all, shown, query).flatMap((line) => (line.type === 'heading' ? [] : line.key));
  expect(keys('all')).toEqual(['GET /a', 'GET /b', 'GET /c', 'GET /d']);
  expect(keys('violations')).toEqual(['GET /a']);
  expect(keys('unknown')).toEqual(['GET /c']);
  expect(keys('all', '/B')).toEqual(['GET /b']);
});

test('a proposal changes its own line, or one that follows', () => {
  const fix = { remove: '#/a', insert: '#/b' };
  expect(mended("x: '#/a'\ny:\n  $ref: '#/a'\n", { line: 2, fix })).toBe("x: '#/a'\ny:\n  $ref: '#/b'\n");
  expect(mended('nothing\n', { line: 1, fix })).toBe('nothing\n');
});

test.each([
  ['openapi: 3.1.0\ninfo:\n  title: Pets\n  version: 2.3.1\npaths: {}\n', '2.3.1'],
  ["info:\n  version: '2'\n", '2'],
  ['{"openapi":"3.0.0","info":{"title":"A","version":"1.0"},"x":{"version":"9"}}', '1.0'],
  ['openapi: 3.1.0\ninfo:\n  title: Pets\npaths:\n  version: 3\n', ''],
  ['version: 1', ''],
])('the version of %j', (text, version) => {
  expect(infoVersion(text)).toBe(version);
});
