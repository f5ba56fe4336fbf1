import { expect, test } from 'vitest';
import { boundaryOf, readMultipart } from './multipart.ts';

// As curl 7.88 sends: -F 'title=Grüße "x"' -F 'file=@a b.txt' -F 'pic=@pic.png;filename=q"uo.png' -F 'j={"a":1};type=application/json'
const boundary = '------------------------3fc8082b0c215eb7';
const curl = Buffer.from(
  [
    `--${boundary}`,
    'Content-Disposition: form-data; name="title"',
    '',
    'Grüße "x"',
    `--${boundary}`,
    'Content-Disposition: form-data; name="file"; filename="a b.txt"',
    'Content-Type: text/plain',
    '',
    'hello\nworld',
    `--${boundary}`,
    'Content-Disposition: form-data; name="pic"; filename="q%22uo.png"',
    'Content-Type: image/png',
    '',
    'bytes\r\n\r\n--not the boundary',
    `--${boundary}`,
    'Content-Disposition: form-data; name="j"',
    'Content-Type: application/json',
    '',
    '{"a":1}',
    `--${boundary}--`,
    '',
  ].join('\r\n'),
);

function contents(bytes: Buffer, mark: string): string[] {
  return readMultipart(bytes, mark).parts.map(({ offset, size }) =>
    bytes.toString('utf8', offset, offset + size),
  );
}

test('a form as curl sends it', () => {
  const { parts, errors, preamble, epilogue } = readMultipart(curl, boundary);
  expect(parts.map(({ name, filename }) => [name, filename])).toEqual([
    ['title', null],
    ['file', 'a b.txt'],
    ['pic', 'q"uo.png'],
    ['j', null],
  ]);
  expect(contents(curl, boundary)).toEqual([
    'Grüße "x"',
    'hello\nworld',
    'bytes\r\n\r\n--not the boundary',
    '{"a":1}',
  ]);
  expect([errors, preamble, epilogue]).toEqual([[], 0, 0]);
});

test('a form as fetch sends it', async () => {
  const form = new FormData();
  form.set('ä"\r\nö', 'x\r\ny');
  form.set('file', new Blob(['abc']), 'na"me.txt');
  const request = new Request('http://example.test', { method: 'POST', body: form });
  const bytes = Buffer.from(await request.arrayBuffer());
  const mark = boundaryOf(request.headers.get('content-type')!)!;
  const { parts, errors } = readMultipart(bytes, mark);
  expect(errors).toEqual([]);
  expect(parts.map(({ name, filename }) => [name, filename])).toEqual([
    ['ä"\r\nö', null],
    ['file', 'na"me.txt'],
  ]);
  expect(contents(bytes, mark)).toEqual(['x\r\ny', 'abc']);
});

test('preamble, padding, folded headers, an epilogue, no headers, no content (RFC 2046 5.1.1)', () => {
  const bytes = Buffer.from(
    'before\r\n--b  \r\nContent-Type: text/plain;\r\n charset=utf-8\r\n\r\none\r\n--b\r\n\r\n\r\n--b\r\n\r\ntwo\r\n\r\n--b--\t\r\nbehind',
  );
  const { parts, errors, preamble, epilogue } = readMultipart(bytes, 'b');
  expect(contents(bytes, 'b')).toEqual(['one', '', 'two\r\n']);
  expect(parts[0]!.headers).toEqual([{ name: 'Content-Type', value: 'text/plain; charset=utf-8' }]);
  expect([errors, preamble, epilogue]).toEqual([[], 6, 6]);
});

test.each([
  ["form-data; name=x; filename*=UTF-8''%e2%82%ac.txt", '€.txt'],
  ['form-data; name="x"; filename="C:\\dir\\a.txt"', 'C:\\dir\\a.txt'],
  ['form-data; name="x"; filename="a\\"b"', 'a"b'],
  ['form-data; name="x"; filename=plain', 'plain'],
  ["form-data; name=x; filename*=no-charset''a%20b", 'a%20b'],
])('%s', (disposition, filename) => {
  const bytes = Buffer.from(`--b\r\nContent-Disposition: ${disposition}\r\n\r\n\r\n--b--`);
  expect(readMultipart(bytes, 'b').parts[0]).toMatchObject({ name: 'x', filename });
});

test.each<[string, string, [number, RegExp]]>([
  ['nothing of it', 'hello', [0, /was not found/]],
  ['no end', '--b\r\n\r\nabc', [10, /closing boundary is missing/]],
  ['LF alone', '--b\n\nabc\n--b--', [8, /ends in LF alone/]],
  ['no end of headers', '--b\r\nA: b\r\n--b--', [5, /headers of a part are not terminated/]],
  ['no name of a header', '--b\r\nhello\r\n\r\n\r\n--b--', [5, /has no name/]],
])('%s is said', (_, text, [offset, reason]) => {
  expect(readMultipart(Buffer.from(text), 'b').errors[0]).toEqual({
    offset,
    reason: expect.stringMatching(reason),
  });
});

test('what only begins like the boundary does not end a part', () => {
  const bytes = Buffer.from('--b\r\n\r\n--bc\r\n --b\r\nx--b\r\n--b--');
  expect(contents(bytes, 'b')).toEqual(['--bc\r\n --b\r\nx--b']);
});

test.each([
  ['multipart/form-data; boundary=abc', 'abc'],
  ['multipart/form-data; charset=x; Boundary="a b;c"', 'a b;c'],
  ['multipart/form-data', null],
  ['multipart/form-data; boundary=', null],
  [`multipart/form-data; boundary=${'x'.repeat(201)}`, null],
])('the boundary of %s', (contentType, expected) => {
  expect(boundaryOf(contentType)).toBe(expected);
});
