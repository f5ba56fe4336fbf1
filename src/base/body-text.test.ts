import { describe, expect, test } from 'vitest';
import { byteFacts, charsetOf, decodeText, isText } from './body-text.ts';

const binary = Buffer.from([0x89, 0x50, 0, 1, 2, 3]);

describe('is text', () => {
  test.each([
    'text/plain',
    'TEXT/HTML; charset=utf-8',
    'text/event-stream',
    'application/json',
    'application/problem+json; charset="utf-8"',
    'application/xml',
    'image/svg+xml',
    'application/javascript',
    'application/x-www-form-urlencoded',
    'application/graphql',
    'application/yaml',
    'application/x-ndjson',
    'application/vnd.apple.mpegurl',
    'audio/mpegurl',
  ])('%s, unless it has control bytes', (type) => {
    expect(isText(type, Buffer.from('a\tb\r\n\f\x1b[0m'))).toBe(true);
    expect(isText(type, Buffer.from('caf\xe9', 'latin1'))).toBe(true);
    expect(isText(type, Buffer.from('a\0b'))).toBe(false);
    expect(isText(type, binary)).toBe(false);
  });

  test.each([undefined, '', 'application/octet-stream', 'multipart/form-data; boundary=a', 'nonsense'])(
    'a body of type %s that is valid UTF-8 without control bytes',
    (type) => {
      expect(isText(type, Buffer.from('grüße 日本\n'))).toBe(true);
      expect(isText(type, Buffer.alloc(0))).toBe(true);
      expect(isText(type, Buffer.from('caf\xe9 au lait', 'latin1'))).toBe(false);
      expect(isText(type, Buffer.from('a\x01'))).toBe(false);
      expect(isText(type, binary)).toBe(false);
    },
  );

  test('a body that is truncated within a character', () => {
    const bytes = Buffer.from('a😀');
    for (let end = 1; end <= bytes.length; end += 1)
      expect(isText(undefined, bytes.subarray(0, end))).toBe(true);
    expect(isText(undefined, Buffer.from([0x61, 0x80]))).toBe(false);
    expect(isText(undefined, Buffer.from([0xf0, 0x9f, 0x98, 0x80, 0x80]))).toBe(false);
  });

  test('UTF-16, although it contains NUL', () => {
    expect(isText('text/plain; charset=utf-16le', Buffer.from('ab', 'utf16le'))).toBe(true);
    expect(isText('text/plain', Buffer.from('\ufeffab', 'utf16le'))).toBe(true);
  });

  test.each([
    'image/png',
    'audio/mpeg',
    'video/mp4',
    'font/woff2',
    'application/pdf',
    'application/zip',
    'application/wasm',
  ])('never %s', (type) => {
    expect(isText(type, Buffer.from('plain letters'))).toBe(false);
  });
});

describe('the charset', () => {
  const decode = (bytes: Buffer | readonly number[], type?: string): string =>
    decodeText(Buffer.from(bytes), type, false).text;

  test('is that of Content-Type', () => {
    expect(decode([0x80, 0xe9], 'text/plain; charset=windows-1252')).toBe('€é');
    expect(decode([0x93, 0xfa, 0x96, 0x7b], 'text/html; a=b ; Charset = "Shift_JIS"')).toBe('日本');
    expect(decode([0, 0x61], 'text/plain;charset=utf-16be')).toBe('a');
  });

  test('is that of a byte order mark first', () => {
    expect(decode(Buffer.from('\ufeffä'), 'text/plain; charset=latin1')).toBe('ä');
    expect(decode(Buffer.from('\ufeffä', 'utf16le'))).toBe('ä');
    expect(decode([0xfe, 0xff, 0, 0xe4])).toBe('ä');
  });

  test('is the one that an HTML or XML document declares', () => {
    const page = Buffer.from('<!doctype html><head>\n<META CHARSET=iso-8859-2>\xb1', 'latin1');
    expect(decode(page, 'text/html')).toMatch(/ą$/);
    const old = '<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">\xc1';
    expect(decode(Buffer.from(old, 'latin1'), 'text/html')).toMatch(/а$/);
    const xml = Buffer.from(`<?xml version="1.0" encoding='ISO-8859-5'?>\xd0`, 'latin1');
    expect(decode(xml, 'application/atom+xml')).toMatch(/а$/);
    expect(decode(page, 'text/plain')).toMatch(/±$/);
    expect(decode(Buffer.from('<meta charset="utf-16">ä'), 'text/html')).toMatch(/ä$/);
  });

  test('is UTF-8, or windows-1252 when that is not valid', () => {
    expect(decode(Buffer.from('grüße'), 'application/json')).toBe('grüße');
    expect(decode([0x80, 0xe9], 'text/plain')).toBe('€é');
    expect(decode([0x80, 0xe9], 'text/plain; charset=utf-8')).toBe('\ufffd\ufffd');
  });

  test.each(['charset=nonsense', 'charset=', 'charset', 'charset=utf-7'])(
    'is guessed from "%s"',
    (parameter) => {
      expect(decode(Buffer.from('ä'), `text/plain; ${parameter}`)).toBe('ä');
    },
  );
});

describe('truncated text', () => {
  test.each([
    ['utf-8', Buffer.from('aä日😀'), [0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10]],
    ['utf-16le', Buffer.from('a😀', 'utf16le'), [0, 0, 2, 2, 2, 2, 6]],
    ['shift_jis', Buffer.from([0x61, 0x93, 0xfa]), [0, 1, 1, 3]],
    ['gb18030', Buffer.from([0x61, 0x81, 0x30, 0x81, 0x30]), [0, 1, 1, 1, 1, 5]],
    ['euc-kr', Buffer.from([0x61, 0xb0, 0xa1]), [0, 1, 1, 3]],
    ['windows-1252', Buffer.from([0x61, 0x80]), [0, 1, 2]],
  ])('in %s never ends within a character', (charset, bytes, lengths) => {
    const type = `text/plain; charset=${charset}`;
    const whole = decodeText(bytes, type, false).text;
    lengths.forEach((length, end) => {
      const truncated = decodeText(bytes.subarray(0, end), type, true);
      expect({ end, length: truncated.length }).toEqual({ end, length });
      expect(whole.startsWith(truncated.text)).toBe(true);
      expect(truncated.text).not.toContain('\ufffd');
    });
  });

  test('keeps invalid bytes as replacement characters', () => {
    const truncated = decodeText(Buffer.from([0xff, 0x61, 0xe6, 0x97]), 'text/plain; charset=utf-8', true);
    expect(truncated).toEqual({ text: '\ufffda', length: 2 });
  });
});

test.each([
  ['plain', 'text'],
  ['\0', 'binary'],
  [`${'ä'.repeat(50_000)}\x1b`, 'text'],
  [`a${'ä'.repeat(50_000)}\x01`, 'binary'],
])('facts are the same piece by piece: %.20j', (content, type) => {
  // The whole, one that ends within a character, and one that is not UTF-8 near its end.
  const whole = Buffer.from(content);
  for (const bytes of [whole, whole.subarray(0, -2), Buffer.concat([whole, Buffer.from([0xe4, 0x20])])]) {
    const looking = byteFacts(bytes);
    let step = looking.next();
    while (step.done !== true) step = looking.next();
    const facts = step.value;
    for (const contentType of ['text/plain', 'application/x-unknown', undefined]) {
      expect(isText(contentType, bytes, facts)).toBe(isText(contentType, bytes));
      for (const isCut of [false, true])
        expect(charsetOf(bytes, contentType, isCut, facts)).toBe(charsetOf(bytes, contentType, isCut));
    }
    if (bytes === whole) expect(isText('text/plain', bytes, facts)).toBe(type === 'text');
  }
});
