import { expect, test } from 'vitest';
import { looksLikeHttpFile, readHttpFile, templatesIn, type FileRequest, type Region } from './index.ts';

const regionsOf = (...lines: readonly string[]): readonly Region[] => readHttpFile(lines.join('\n')).regions;

function requestOf(...lines: readonly string[]): FileRequest {
  const [region] = regionsOf(...lines).filter(({ request }) => request !== null);
  const request = region?.request ?? null;
  if (request === null) throw new Error('no request');
  return request;
}

test.each([
  ['GET https://a.test/x HTTP/1.1', 'GET', 'https://a.test/x', '1.1'],
  ['https://a.test', '', 'https://a.test', ''],
  ['get https://a.test', 'GET', 'https://a.test', ''],
  ['POST {{host}}/a b?c={{ d e }} HTTP/2', 'POST', '{{host}}/a b?c={{ d e }}', '2'],
  ['/path', '', '/path', ''],
  ['OPTIONS *', 'OPTIONS', '*', ''],
  ['GRPC localhost:1/a.B/C', 'GRPC', 'localhost:1/a.B/C', ''],
  ['MY-METHOD https://a.test', 'MY-METHOD', 'https://a.test', ''],
  ['ODD thing', 'ODD', 'thing', ''],
])('%s', (line, method, target, version) => {
  expect(requestOf(line)).toMatchObject({ method, target, version });
});

test('a region has a title, a name, comments, directives and variables', () => {
  const [first, second] = regionsOf(
    '@a = 1',
    '@b := {{a}}',
    '####  Title  ###',
    '# about it',
    '// @name one',
    '#@no-redirect',
    '# @off = x',
    'GET /x',
  );
  expect(first).toMatchObject({
    request: null,
    variables: [
      { name: 'a', value: '1' },
      { name: 'b', value: '{{a}}' },
    ],
  });
  expect(second).toMatchObject({ line: 3, title: 'Title  ###', comments: ['about it', '@off = x'] });
  expect(second?.directives.map(({ name, value }) => [name, value])).toEqual([
    ['name', 'one'],
    ['noredirect', ''],
  ]);
});

test('a query on lines of its own, headers, a header over two lines, one that is off, and a body', () => {
  const lines = [
    'GET http://a/b',
    '  /c',
    '  ?d=1',
    '\t&e=2',
    '# &off=3',
    'X-A: 1',
    '  more',
    '// X-B: 2',
    '',
    '',
    'one',
    '',
    'two',
    '',
  ];
  expect(requestOf(...lines)).toMatchObject({
    target: 'http://a/b/c?d=1&e=2',
    headers: [
      { name: 'X-A', value: '1 more', enabled: true },
      { name: 'X-B', value: '2', enabled: false },
    ],
    body: [{ type: 'text', text: 'one\n\ntwo' }],
  });
});

test('comments in a body are left out, unless its type has lines that look like them', () => {
  const body = ['', 'a', '# b', '// c', '', 'd'];
  expect(requestOf('POST /x', ...body).body).toEqual([{ type: 'text', text: 'a\n\nd' }]);
  expect(requestOf('POST /x', 'Content-Type: text/markdown', ...body).body).toEqual([
    { type: 'text', text: 'a\n# b\n// c\n\nd' },
  ]);
});

test('files in a body, and what follows the response', () => {
  const [region] = regionsOf(
    'POST /x',
    '',
    'a',
    '< ./b c.json',
    '<@latin1 ./d.txt',
    '',
    '> {% one(); %}',
    '> ./handler.js',
    '>>! out.json',
    '<> old.json',
    '?? status == 200',
    'EXPECTED_RESPONSE_HEADERS "X: 1"',
    '{{',
    'two()',
    '}}',
    'HTTP/1.1 200 OK',
    'not read',
  );
  expect(region?.request?.body).toEqual([
    { type: 'text', text: 'a' },
    { type: 'file', path: './b c.json', replaces: false, encoding: '' },
    { type: 'file', path: './d.txt', replaces: true, encoding: 'latin1' },
  ]);
  expect(region?.after.map(({ dialect, code, file }) => [dialect, code.trim(), file])).toEqual([
    ['jetbrains', 'one();', ''],
    ['jetbrains', '', './handler.js'],
    ['httpyac', 'two()', ''],
  ]);
  expect(region?.commands.map(({ word, value }) => [word, value])).toEqual([
    ['>>!', 'out.json'],
    ['<>', 'old.json'],
  ]);
  expect(region?.asserts).toEqual(['status == 200', 'header X includes 1']);
});

test('scripts before the request, and events', () => {
  const [region] = regionsOf(
    '< {%',
    'a()',
    '%}',
    '{{@request',
    'b()',
    '}}',
    '{{+',
    'c()',
    '}}',
    'GET /x',
    '',
    '{{@streaming',
    'd()',
    '}}',
  );
  expect(region?.before.map(({ code, event, line }) => [code, event, line])).toEqual([
    ['a()', '', 1],
    ['b()', 'request', 4],
    ['c()', '+', 7],
  ]);
  expect(region?.after.map(({ code, event }) => [code, event])).toEqual([['d()', 'streaming']]);
});

test.each([
  ['methods with an address', ['GET /a', 'POST /b', '', 'PUT https://c'], ['/a', '/b', 'https://c']],
  [
    'a comment and a name belong to what follows',
    ['POST /a', '', '{}', '', '# @name b', 'GET https://b', '', ''],
    ['/a', 'https://b'],
  ],
  ['a version', ['POST /a', '', 'text', '', 'GET /b HTTP/1.1'], ['/a', '/b']],
  ['text that looks like one is a body', ['POST /a', '', 'GET /b', '', 'GET /c'], ['/a', '/b', '/c']],
  [
    'lines of a batch are a body',
    ['POST /a', 'Content-Type: multipart/mixed; boundary=b', '', '--b', '', 'GET /b HTTP/1.1', '--b--'],
    ['/a'],
  ],
  ['a path in the middle of a text', ['POST /a', '', 'one', 'GET /b', 'two'], ['/a']],
] as const)('where requests begin: %s', (_, lines, targets) => {
  expect(regionsOf(...lines).map(({ request }) => request?.target)).toEqual(targets);
});

test('names move with the request that follows', () => {
  const [first, second] = regionsOf('POST /a', '', '{}', '', '# @name b', '@c = 1', 'GET https://b');
  expect(first?.directives).toEqual([]);
  expect(second).toMatchObject({ line: 5, directives: [{ value: 'b' }], variables: [{ name: 'c' }] });
});

test('commands, fragments and curl', () => {
  const regions = regionsOf(
    'import ./a.http',
    'run #One (@a=1)',
    '###',
    'proto < ./a.proto',
    'keepCase: true',
    'fragment F on T {',
    '  a',
    '}',
    'GRPC a/b/c',
    '###',
    'curl https://a.test \\',
    "  -d 'x",
    '',
    "y'",
  );
  expect(regions.flatMap(({ commands }) => commands.map(({ word, value }) => [word, value]))).toEqual([
    ['import', './a.http'],
    ['run', '#One (@a=1)'],
    ['proto', '< ./a.proto'],
    ['fragment', 'fragment F on T {\n  a\n}'],
  ]);
  expect(regions.at(-1)?.curl).toBe("curl https://a.test \\\n  -d 'x\n\ny'");
});

test('comments over several lines, a BOM, and ends of lines of Windows', () => {
  const { regions } = readHttpFile('\uFEFF/* about\r\nGET /no */\r\nGET /x\r\nA: b\r\n\r\nc\r\nd\r\n');
  expect(regions).toMatchObject([
    { request: { target: '/x', line: 3, headers: [{ value: 'b' }], body: [{ text: 'c\nd' }] } },
  ]);
});

test('lines that mean nothing are named once, and scripts without an end', () => {
  expect(readHttpFile('### a\n!one\n!two\n###\nGET /x\n\n> {%\nlet a').problems).toEqual([
    { line: 2, text: '"!one" is not a request line', isBroken: true },
    { line: 7, text: 'the script that begins here has no end', isBroken: true },
  ]);
  expect(readHttpFile('').regions).toEqual([]);
  expect(readHttpFile('# only\n\n###\n### \n').regions.every(({ request }) => request === null)).toBe(true);
});

test('a pasted text is a file of requests when it begins as one', () => {
  expect(looksLikeHttpFile('# x\n@a = 1\nGET https://a.test')).toBe(true);
  expect(looksLikeHttpFile('### x\nhttps://a.test')).toBe(true);
  expect(looksLikeHttpFile('https://a.test')).toBe(false);
  expect(looksLikeHttpFile('openapi: 3.0.0\npaths: {}')).toBe(false);
  expect(looksLikeHttpFile('curl https://a.test')).toBe(false);
});

test('lines of any length and files of any shape are read in time', () => {
  const many = 200_000;
  const lines = [
    '@a =',
    '# @b',
    'X:',
    '?? a',
    '< a',
    '> a',
    '{{',
    'import a',
    'GET http://a',
    '### a',
    'run a (',
  ];
  for (const line of lines)
    expect(
      readHttpFile(`GET /x\n${line}${' '.repeat(many)}b\n\n${line}${' '.repeat(many)}b`).regions.length,
    ).toBeGreaterThan(0);
  const shapes = [
    '{{',
    '}}',
    "curl '\n",
    'fragment A on B\n',
    '/* ',
    'a: b\n',
    '{{ ',
    '< {%\n',
    '### \n',
    '&\n',
  ];
  for (const shape of shapes) {
    expect(readHttpFile(shape.repeat(many)).problems.length).toBeLessThan(2 * many);
    expect(readHttpFile(`POST /x\n\na\n${shape.repeat(many)}`).regions.length).toBeGreaterThan(0);
    expect([...templatesIn(shape.repeat(many))].length).toBeLessThan(many);
  }
});
