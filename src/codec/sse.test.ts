import { describe, expect, test } from 'vitest';
import { seeded } from '../../test/fuzz/random.ts';
import { EventStreamReader, isEventStream } from './sse.ts';

function read(stream: string | Buffer, step = Infinity, keep = 1000): string[] {
  const events: string[] = [];
  const reader = new EventStreamReader(keep, ({ id, event, data, size }) => {
    events.push(`${event}|${id}|${data.toString()}${size === data.length ? '' : `|${size}`}`);
  });
  const bytes = Buffer.from(stream as string);
  for (let at = 0; at < bytes.length; at += step) reader.read(bytes, at, Math.min(bytes.length, at + step));
  return events;
}

/** From the HTML standard, section 9.2.6, and its rules one by one. */
const CASES: readonly (readonly [what: string, stream: string, events: readonly string[]])[] = [
  ['data of several lines', 'data: YHOO\ndata: +2\ndata: 10\n\n', ['message||YHOO\n+2\n10']],
  [
    'comments, ids, an id taken back, and an end without an empty line',
    ': test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\ndata: lost',
    ['message|1|first event', 'message||second event', 'message|| third event'],
  ],
  ['empty data', 'data\n\ndata\ndata\n\ndata:', ['message||', 'message||\n']],
  ['one space less', 'data:test\n\ndata: test\n\n', ['message||test', 'message||test']],
  ['types', 'event: add\ndata: 1\n\nevent: lost\n\ndata: 2\n\n', ['add||1', 'message||2']],
  ['an id that stays', 'id: 7\ndata: a\n\ndata: b\n\n', ['message|7|a', 'message|7|b']],
  ['an id without data, that stays too', 'id: 8\n\ndata: b\n\n', ['message|8|b']],
  ['an id with NULL, which is none', 'id: 7\nid: a\0b\ndata: a\n\n', ['message|7|a']],
  ['retry and unknown fields', 'retry: 10\nDATA: no\nfoo\ndat: no\ndatas: no\ndata: a\n\n', ['message||a']],
  ['a byte order mark', '\ufeffdata: a\n\n', ['message||a']],
  ['two byte order marks', '\ufeff\ufeffdata: a\n\ndata: b\n\n', ['message||b']],
  ['a byte order mark elsewhere', 'data: \ufeffa\n\n', ['message||\ufeffa']],
  ['a colon first, and others in the value', ':data: no\ndata:a:b: c\n\n', ['message||a:b: c']],
  ['characters of several bytes', 'event: ü\ndata: €😀\n\n', ['ü||€😀']],
  ['empty lines alone', '\n\n\n\n', []],
];

describe('an event stream', () => {
  for (const [ends, end] of [
    ['LF', '\n'],
    ['CR', '\r'],
    ['CR LF', '\r\n'],
  ] as const) {
    test.each(CASES)(`with ${ends}: %s`, (_what, stream, events) => {
      const text = stream.replaceAll('\n', end);
      for (const step of [Infinity, 1, 2, 3]) expect(read(text, step)).toEqual(events);
    });
  }

  test('with line ends of all kinds', () => {
    for (const step of [Infinity, 1, 2, 3]) {
      expect(read('data: a\r\ndata: b\rdata: c\n\rdata: d\r\r\ndata: e\n\r\n', step)).toEqual([
        'message||a\nb\nc',
        'message||d',
        'message||e',
      ]);
    }
  });

  test('that only begins like a byte order mark', () => {
    for (const step of [Infinity, 1]) expect(read(Buffer.from([0xef, 0xbb, 10, 10]), step)).toEqual([]);
    const bytes = Buffer.concat([Buffer.from([0xef, 0xbb]), Buffer.from('x\ndata: a\n\n')]);
    for (const step of [Infinity, 1]) expect(read(bytes, step)).toEqual(['message||a']);
  });

  test('keeps the first bytes of what is long, and counts the rest', () => {
    for (const step of [Infinity, 1, 7]) {
      expect(read(`data: ${'a'.repeat(50)}\ndata: b\n\ndata: c\n\n`, step, 10)).toEqual([
        `message||${'a'.repeat(10)}|52`,
        'message||c',
      ]);
      expect(read(`data: ${'a'.repeat(5000)}\n\n`, step, 10)).toEqual([`message||${'a'.repeat(10)}|5000`]);
    }
  });

  test('of one endless line takes no memory', () => {
    const reader = new EventStreamReader(1000, () => undefined);
    const block = Buffer.alloc(1024 * 1024, 'x');
    const before = process.memoryUsage().arrayBuffers;
    for (let n = 0; n < 200; n += 1) reader.read(block, 0, block.length);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1024 * 1024);
  });
});

/** The standard's algorithm over the whole text, line by line. */
function reference(text: string): string[] {
  const events: string[] = [];
  let [id, event, data] = ['', '', null as string | null];
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  // What stands behind the last line end is no line.
  for (const line of lines.slice(0, -1)) {
    const [, name, value = ''] = /^([^:]*)(?::[ ]?([^]*))?$/.exec(line) ?? [];
    if (line === '') {
      if (data !== null) events.push(`${event || 'message'}|${id}|${data}`);
      [event, data] = ['', null];
    } else if (name === 'data') data = data === null ? value : `${data}\n${value}`;
    else if (name === 'event') event = value;
    else if (name === 'id' && !value.includes('\0')) id = value;
  }
  return events;
}

test('streams of anything are read as the standard has it, however they are cut', () => {
  const words = [
    'data',
    'event',
    'id',
    ':',
    ': ',
    ' ',
    'x',
    '\0',
    '\n',
    '\n\n',
    '\r',
    '\r\n',
    'ü',
    '😀',
    '\ufeff',
    'data: y\n\n',
  ];
  let found = 0;
  for (let seed = 1; seed <= 3000; seed += 1) {
    const random = seeded(seed);
    const text = Array.from({ length: 3 + random.int(40) }, () => random.pick(words)).join('');
    const expected = reference(text);
    found += expected.length;
    for (const step of [Infinity, 1, 1 + random.int(9)])
      expect(read(text, step), `seed ${seed}: ${JSON.stringify(text)}`).toEqual(expected);
  }
  expect(found).toBeGreaterThan(1000);
});

test.each([
  ['text/event-stream', true],
  ['Text/Event-Stream; charset=utf-8', true],
  [' text/event-stream ;x', true],
  ['text/event-streams', false],
  ['text/html', false],
  ['', false],
])('%j: %j', (type, expected) => {
  expect(isEventStream(type)).toBe(expected);
});
