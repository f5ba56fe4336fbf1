import { describe, expect, test } from 'vitest';
import { ReceivedResponse } from './received-response.ts';

const HTTP1 = 'HTTP/1.1 404 Not here\r\nContent-Type: text/html\r\nContent-Length: 12\r\n\r\n';

function http1(
  head = HTTP1,
  fields = ['content-type', 'text/html', 'content-length', '12'],
): ReceivedResponse {
  return new ReceivedResponse({ status: 404, fields, ended: false, head });
}

function http2(fields: readonly string[]): ReceivedResponse {
  return new ReceivedResponse({
    status: 200,
    fields,
    ended: false,
    head: { startLine: 'HTTP/2 200', fields },
  });
}

describe('the start line', () => {
  test('of HTTP/1 has a version and a reason', () => {
    expect(http1()).toMatchObject({ version: 'HTTP/1.1', reason: 'Not here', text: HTTP1 });
  });

  test('of HTTP/2 has no reason, and no text in the form of HTTP/1', () => {
    expect(http2([])).toMatchObject({ version: 'HTTP/2', reason: '', text: null });
  });
});

describe('fields', () => {
  test('keep the spelling of the server', () => {
    expect(http1().fields).toEqual([
      ['Content-Type', 'text/html'],
      ['Content-Length', '12'],
    ]);
  });

  test('are known by type and length', () => {
    expect(http1()).toMatchObject({ contentType: 'text/html', contentLength: 12 });
    expect(http2([])).toMatchObject({ contentType: '', contentLength: -1 });
    expect(http2(['content-length', '1e3'])).toMatchObject({ contentLength: -1 });
  });
});

describe('an offer of HTTP/3', () => {
  test('is taken out of both forms, and repeated for a note', () => {
    const response = http2(['alt-svc', 'h3=":443", h2=":8443"', 'x', '1']);
    expect(response.http3Offers).toBe('h3=":443", h2=":8443"');
    expect(response.flat).toEqual(['alt-svc', 'h2=":8443"', 'x', '1']);
    expect(response.fields).toEqual([
      ['alt-svc', 'h2=":8443"'],
      ['x', '1'],
    ]);
  });

  test('makes the text of HTTP/1 unusable as it was', () => {
    const head = 'HTTP/1.1 200 OK\r\nAlt-Svc: h3=":443"\r\nX: 1\r\n\r\n';
    const response = http1(head, ['alt-svc', 'h3=":443"', 'x', '1']);
    expect(response.text).toBeNull();
    expect(response.fields).toEqual([['X', '1']]);
  });

  test('that names other protocols only stays', () => {
    const fields = ['alt-svc', 'h2=":8443"'];
    expect(http2(fields)).toMatchObject({ http3Offers: null, flat: fields });
  });
});
