import { describe, expect, test } from 'vitest';
import { readResponseHead, type ResponseHead } from '../../codec/http1/response-head.ts';
import { clientHead } from '../http1/forwarded.ts';
import { http3Offer } from './http3-offer.ts';

function head(...fields: readonly string[]): ResponseHead {
  const read = readResponseHead(['HTTP/1.1 200 OK', ...fields, '', ''].join('\r\n'), 'GET');
  if (read.type === 'violation') throw new Error(read.reason);
  return read;
}

function forwarded(...fields: readonly string[]): readonly string[] {
  return clientHead(head(...fields), 'as-is', null)
    .split('\r\n')
    .slice(1, -2);
}

describe('a response that offers HTTP/3', () => {
  test('loses the offer, and what is left of the field stands behind the others', () => {
    expect(forwarded('A: 1', 'alt-svc: h3=":443"; ma=9, h2=":8443"', 'Content-Length: 0')).toEqual([
      'A: 1',
      'Content-Length: 0',
      'alt-svc: h2=":8443"',
    ]);
  });

  test('loses the field when nothing is left of it, on any of its lines', () => {
    expect(
      forwarded('Alt-Svc: h3=":443"', 'A: 1', 'ALT-SVC: h3-29=":443"', 'Alt-Svc: clear', 'B: 2'),
    ).toEqual(['A: 1', 'Alt-Svc: clear', 'B: 2']);
  });

  test('loses the fields of the hop as well', () => {
    const fields = ['Keep-Alive: x', 'Alt-Svc: h3=":443"', 'Connection: A, Alt-Svc', 'A: 1', 'B: 2'];
    expect(forwarded(...fields)).toEqual(['B: 2']);
    expect(forwarded('Alt-Svc: h3=":443", h2=":1"', 'Connection: alt-svc', 'B: 2')).toEqual(['B: 2']);
  });

  test('says so, at a bounded length', () => {
    const { raw, fields } = head('Alt-Svc: h3=":443"; ma=9');
    expect(http3Offer(raw, fields)?.note).toContain('Alt-Svc was h3=":443"; ma=9: HTTP/3 was taken out');
    const long = head(`Alt-Svc: h3="${'x'.repeat(10_000)}"`);
    expect(http3Offer(long.raw, long.fields)?.note.length).toBeLessThan(500);
  });
});

test.each([[[]], [['Alt-Svc: clear']], [['Alt-Svc: h2=":443"; ma=9', 'A: 1']], [['Alt-Svd: h3=":443"']]])(
  'a response with %j stays as it is',
  (fields) => {
    const { raw, fields: scan } = head(...fields);
    expect(http3Offer(raw, scan)).toBeNull();
    expect(clientHead(head(...fields), 'as-is', null)).toBe(raw);
  },
);
