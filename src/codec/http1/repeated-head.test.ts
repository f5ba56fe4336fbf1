import { describe, expect, test } from 'vitest';
import { scanFields } from './fields.ts';
import { isRepeated, scanAfter } from './repeated-head.ts';
import { readRequestHead, type RequestHead } from './request-head.ts';

const FIELDS = [
  'Host: a.test',
  'Keep-Alive: 5',
  'Alt-Svc: h3=":443"',
  'Connection: x-hop',
  'X-Hop: 1',
  'Content-Length: 2',
  '\r\n',
].join('\r\n');

function headOf(line: string, fields = FIELDS, before: RequestHead | null = null): RequestHead {
  const head = readRequestHead(`${line}\r\n${fields}`, before);
  if (head.type === 'violation') throw new Error(head.reason);
  return head;
}

describe('a head is repeated', () => {
  const before = headOf('GET /one HTTP/1.1');

  test.each([
    ['the same bytes', 0, before.raw],
    ['the same bytes with more behind', 0, `${before.raw}hello`],
    ['the same bytes behind others', 3, `abc${before.raw}`],
  ])('by %s', (_, at, text) => {
    expect(isRepeated(before, Buffer.from(text, 'latin1'), at)).toBe(true);
  });

  test.each([
    ['nothing', 0, ''],
    ['a part', 0, before.raw.slice(0, -1)],
    ['another path', 0, before.raw.replace('/one', '/two')],
    ['a longer path', 0, before.raw.replace('/one', '/three')],
    ['other values', 0, before.raw.replace('a.test', 'b.test')],
    ['other case', 0, before.raw.replace('Host', 'host')],
    ['a byte that latin1 shares with no other', 0, before.raw.replace('a.test', 'a.tes\xff')],
    ['the same bytes elsewhere', 1, before.raw],
  ])('not by %s', (_, at, text) => {
    expect(isRepeated(before, Buffer.from(text, 'latin1'), at)).toBe(false);
  });
});

describe('fields behind another start line', () => {
  test.each(['GET /one HTTP/1.1', 'GET / HTTP/1.1', 'POST /a/longer/path?with=a&query HTTP/1.1'])(
    'are found where they are: %s',
    (line) => {
      const head = headOf(line, FIELDS, headOf('GET /one HTTP/1.1'));
      expect(head).toEqual(headOf(line));
      expect(head.fields.dropped).toHaveLength(6);
      expect(head.raw.slice(head.fields.hostStart, head.fields.hostEnd)).toBe('Host: a.test\r\n');
    },
  );

  test('keep offsets that are absent', () => {
    const before = 'HTTP/1.1 200 OK\r\nServer: x\r\n\r\n';
    const after = 'HTTP/1.1 200 Fine\r\nServer: x\r\n\r\n';
    const fields = scanFields(before, 17);
    if (fields.type === 'violation') throw new Error(fields.reason);
    expect(scanAfter({ raw: before, fields, fieldsStart: 17 }, after, 19)).toEqual(scanFields(after, 19));
  });

  test.each([
    ['another value of the same length', FIELDS.replace('Length: 2', 'Length: 3')],
    [
      'another order',
      FIELDS.replace('Keep-Alive: 5\r\nAlt-Svc: h3=":443"', 'Alt-Svc: h3=":443"\r\nKeep-Alive: 5'),
    ],
    ['another field', FIELDS.replace('X-Hop: 1\r\n', '')],
  ])('are read again with %s', (_, fields) => {
    expect(headOf('GET /one HTTP/1.1', fields, headOf('GET /one HTTP/1.1'))).toEqual(
      headOf('GET /one HTTP/1.1', fields),
    );
  });

  test('are refused as on any connection', () => {
    const raw = `GET /one HTTP/1.1\r\n${FIELDS.replace('a.test', 'a.tes\0')}`;
    expect(readRequestHead(raw, headOf('GET /one HTTP/1.1'))).toEqual(readRequestHead(raw));
    expect(readRequestHead(raw)).toMatchObject({ type: 'violation', status: 400 });
  });

  test('are judged by their own version', () => {
    const chunked = FIELDS.replace('Content-Length: 2', 'Transfer-Encoding: chunked');
    const before = headOf('GET /one HTTP/1.1', chunked);
    expect(readRequestHead(`GET /one HTTP/1.0\r\n${chunked}`, before)).toMatchObject({ type: 'violation' });
  });
});
