import { describe, expect, test } from 'vitest';
import type { HeaderLines } from '../hooks.ts';
import { flatOf, safePath, safeReason, withOneHost, writtenLines } from './header-lines.ts';

describe('lines for HTTP/1', () => {
  const lines: HeaderLines = [
    ['Content-length', '99'],
    ['X-A', '1'],
    ['Connection', 'keep-alive'],
    ['X-B', 'a\r\nInjected: 1'],
    ['X C', 'a space in a name'],
    ['X-Proxy-Token', 'secret'],
  ];

  test.each([
    [{ type: 'length', length: 3 } as const, 'Content-length: 3\r\nX-A: 1\r\n'],
    [{ type: 'chunked' } as const, 'Transfer-Encoding: chunked\r\nX-A: 1\r\n'],
    [{ type: 'none', announced: 'kept' } as const, 'Content-length: 99\r\nX-A: 1\r\n'],
    [{ type: 'none', announced: 'zero' } as const, 'Content-length: 0\r\nX-A: 1\r\n'],
    [{ type: 'none', announced: 'dropped' } as const, 'X-A: 1\r\n'],
  ])('with the framing %j have it in the place of the one before, and nothing unsafe', (framing, text) => {
    expect(writtenLines(lines, framing, false)).toBe(text);
  });

  test('without a framing before have it at the end', () => {
    expect(writtenLines([['A', '1']], { type: 'length', length: 0 }, false)).toBe(
      'A: 1\r\nContent-Length: 0\r\n',
    );
  });

  test('of an upgrade keep what asks for it', () => {
    const upgrade: HeaderLines = [
      ['Connection', 'Upgrade'],
      ['Upgrade', 'websocket'],
    ];
    const framing = { type: 'none', announced: 'dropped' } as const;
    expect(writtenLines(upgrade, framing, true)).toBe('Connection: Upgrade\r\nUpgrade: websocket\r\n');
    expect(writtenLines(upgrade, framing, false)).toBe('');
  });
});

test('fields for HTTP/2 are in lower case, trimmed, without Host and what it forbids', () => {
  const lines: HeaderLines = [
    ['Host', 'a.test'],
    ['X-A', ' 1 '],
    ['Keep-Alive', '5'],
    ['X-B', 'line\nend'],
  ];
  expect(flatOf(lines)).toEqual(['x-a', '1']);
});

describe('Host', () => {
  test.each<[string, HeaderLines, string]>([
    [
      'one stays where it is',
      [
        ['A', '1'],
        ['host', 'a.test'],
      ],
      'a.test',
    ],
    [
      'of several the first that can be sent wins',
      [
        ['Host', 'a b'],
        ['Host', 'b.test'],
        ['Host', 'c.test'],
      ],
      'b.test',
    ],
    ['without one it is the fallback', [['A', '1']], 'fallback.test'],
  ])('%s', (_, lines, host) => {
    const named = withOneHost(lines, 'fallback.test');
    expect(named.host).toBe(host);
    expect(named.lines.filter(([name]) => name.toLowerCase() === 'host')).toHaveLength(1);
  });
});

test.each([
  ['/a b', '/a%20b'],
  ['/a#b', '/a%23b'],
  ['/a\r\nX: 1', '/a%0D%0AX:%201'],
  ['a', '/a'],
  ['*', '*'],
])('the path %j is sent as %j', (path, sent) => {
  expect(safePath(path)).toBe(sent);
});

test('a reason phrase cannot end its line', () => {
  expect(safeReason('Not\r\nhere')).toBe('Not  here');
});
