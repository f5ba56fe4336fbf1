// The decoding of bytes, and the files that are rejected before anything is built.
import { describe, expect, test } from 'vitest';
import { readContent } from './content.ts';

const valueOf = (bytes: Uint8Array | string, file = ''): unknown =>
  readContent(Buffer.from(bytes), file).value();

describe('encodings', () => {
  const text = '{"a":"é✓"}';
  const swapped = (bytes: Buffer): Buffer => Buffer.from(bytes).swap16();
  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with its mark', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16 LE', Buffer.from(text, 'utf16le')],
    ['UTF-16 LE with its mark', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16 BE', swapped(Buffer.from(text, 'utf16le'))],
    ['UTF-16 BE with its mark', swapped(Buffer.from(`\uFEFF${text}`, 'utf16le'))],
  ])('%s', (_, bytes) => {
    expect(valueOf(bytes)).toEqual({ a: 'é✓' });
  });

  test('Windows-1252', () => {
    expect(valueOf(Buffer.from('{"a":"\xe9\x80"}', 'latin1'))).toEqual({ a: 'é€' });
  });

  test('all else is refused', () => {
    const bytes = Buffer.from([0x7b, 0xff, 0x07, 0x7d]);
    expect(() => valueOf(bytes)).toThrow('not text in UTF-8, UTF-16 or Windows-1252');
  });
});

describe('JSON or YAML', () => {
  test('YAML, and its own way to write objects', () => {
    expect(valueOf('a: 1\nb: [x]\n')).toEqual({ a: 1, b: ['x'] });
    expect(valueOf("{a: 1, b: 'x'}", 'a.yaml')).toEqual({ a: 1, b: 'x' });
    expect(valueOf('{a: 1}')).toEqual({ a: 1 });
  });

  test.each([
    ['{"a":1,}', 'a.json', 'line 1, column 8'],
    ['{"a":\n  x}', 'b.json', 'line 2, column 3'],
    ['plain', 'a.har', 'line 1, column 1'],
    ['a: [1\nb: }', 'a.yaml', 'it is not valid YAML: line'],
    ['', 'a.json', 'it is empty'],
    ['\uFEFF \n', '', 'it is empty'],
  ])('%j is refused with the place', (text, file, reason) => {
    expect(() => valueOf(text, file)).toThrow(reason);
  });

  test('the name is that of the file alone', () => {
    expect(readContent(Buffer.from('x'), '/a/b/c.json').file).toBe('c.json');
    expect(readContent(Buffer.from('x'), 'a\\b\\c.json').file).toBe('c.json');
  });
});

describe('bounds', () => {
  const deep = 100_000;
  test.each([
    ['lists', '['.repeat(deep) + ']'.repeat(deep), 'levels deep'],
    ['objects', '{"a":'.repeat(deep) + '1' + '}'.repeat(deep), 'levels deep'],
    ['open lists', '['.repeat(deep), 'levels deep'],
    [
      'YAML',
      `a:\n${Array.from({ length: 3000 }, (_, at) => `${' '.repeat(at + 1)}a:`).join('\n')}`,
      'not valid YAML',
    ],
    ['many values', `[${'1,'.repeat(3_000_001)}1]`, 'more than 3000000 values'],
    ['many lines of YAML', '- 1\n'.repeat(500_001), 'lines and values of YAML: convert it to JSON'],
    ['many lines of YAML, as old Macs end them', '- 1\r'.repeat(500_001), 'lines and values of YAML'],
    ['many values on one line of YAML', `a: {${'b,'.repeat(500_001)}}`, 'lines and values of YAML'],
    [
      'a text without an end',
      `["${'x'.repeat(20_000_000)}`,
      'invalid JSON at line 1, column 2: expected a string with a closing quote',
    ],
    ['bytes', Buffer.alloc(64 * 1024 * 1024 + 1, 0x20), 'import limit of 67108864 bytes'],
  ])('%s', (_, text, reason) => {
    expect(() => valueOf(text)).toThrow(reason);
  });

  test('brackets in strings do not count', () => {
    const text = JSON.stringify({ a: `\\"${'['.repeat(1000)}`, b: '\\' });
    expect(valueOf(text)).toEqual(JSON.parse(text));
  });

  test('aliases that expand, and recursive values', () => {
    const bomb = ['a0: &a0 [x, x, x, x, x, x, x, x, x]'];
    for (let at = 1; at < 11; at += 1)
      bomb.push(`a${at}: &a${at} [${Array.from({ length: 9 }, () => `*a${at - 1}`).join(', ')}]`);
    expect(() => valueOf(bomb.join('\n'))).toThrow(/aliases/);
    expect(() => valueOf('a: &a [*a]')).toThrow(/aliases/);
    expect(valueOf('a: &a [1]\nb: *a')).toEqual({ a: [1], b: [1] });
    const chain = [`a0: &a0 {${Array.from({ length: 1000 }, (_, at) => `k${at}: 1`).join(', ')}}`];
    for (let at = 1; at < 4000; at += 1) chain.push(`a${at}: &a${at} {<<: *a${at - 1}, n${at}: 1}`);
    expect(() => valueOf(chain.join('\n'))).toThrow(/merge/);
  });

  test('parts that are repeated, as API descriptions in YAML often have them', () => {
    const users = Array.from({ length: 300 }, (_, at) => `u${at}: {<<: *base, own: ${at}}`);
    const value = valueOf(['base: &base {x: 1, own: 0}', ...users].join('\n')) as Record<string, unknown>;
    expect(value['u299']).toEqual({ x: 1, own: 299 });
  });
});
