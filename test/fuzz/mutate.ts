// Mutations that know the structure of messages, so that most results are nearly valid.
import type { Random } from './random.ts';

type Mutation = (message: string, random: Random) => string;

/** Mutates `message`, which has a char for each byte: mostly once, at most four times. */
export function mutated(message: string, random: Random): string {
  let text = message;
  for (let left = random.pick([1, 1, 1, 1, 2, 2, 3, 4]); left > 0; left -= 1)
    text = random.pick(MUTATIONS)(text, random);
  return text;
}

const flipByte: Mutation = (text, random) =>
  replaced(text, random, () => String.fromCharCode(random.int(256)));
const spoilByte: Mutation = (text, random) => replaced(text, random, () => random.pick(DELIMITERS));
const dropByte: Mutation = (text, random) => replaced(text, random, () => '');
const insertDelimiter: Mutation = (text, random) => {
  const at = random.int(text.length + 1);
  return text.slice(0, at) + random.pick(DELIMITERS) + text.slice(at);
};
const swapCase: Mutation = (text, random) =>
  replaced(text, random, (char) => (char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase()));
const truncate: Mutation = (text, random) => text.slice(0, random.int(text.length + 1));
const splice: Mutation = (text, random) => {
  const from = random.int(text.length + 1);
  const to = from + random.int(12);
  const at = random.int(text.length + 1);
  return text.slice(0, at) + text.slice(from, to) + text.slice(at);
};

const dropLine: Mutation = (text, random) => onLines(text, random, (lines, at) => lines.splice(at, 1));
const doubleLine: Mutation = (text, random) =>
  onLines(text, random, (lines, at) => lines.splice(random.int(lines.length), 0, lines[at]!));
const swapLines: Mutation = (text, random) =>
  onLines(text, random, (lines, at) => {
    const other = random.int(lines.length);
    [lines[at], lines[other]] = [lines[other]!, lines[at]!];
  });
const injectField: Mutation = (text, random) =>
  onLines(text, random, (lines) =>
    lines.splice(1 + random.int(fieldCount(lines) + 1), 0, random.pick(FIELDS)),
  );
const loosenLineEnd: Mutation = (text, random) => {
  const ends = [...text.matchAll(/\r\n/g)].map(({ index }) => index);
  if (ends.length === 0) return text;
  const at = random.pick(ends);
  return (
    text.slice(0, at) +
    random.pick(['\n', '\r', '\n\n', '\r\r\n', '\n\r', ' \r\n', '\r\n ', '\r\n\t', '\r\n\r\n']) +
    text.slice(at + 2)
  );
};
const loosenColon: Mutation = (text, random) =>
  onLines(text, random, (lines) => {
    const at = 1 + random.int(fieldCount(lines));
    const near = random.pick([' :', '\t:', ':', '::', ': \t ', ':\v', ': \f', ';', ' ', ':\xa0']);
    lines[at] = (lines[at] ?? '').replace(/: ?/, near);
  });

const editLength: Mutation = (text, random) =>
  text.replace(
    /(content-length:[ \t]*)(\d+)/i,
    (_, name: string, digits: string) =>
      name + random.pick([String(Number(digits) + random.int(9) - 4), ...lengthsLike(digits)]),
  );
const editChunkSize: Mutation = (text, random) => {
  const sizes = [...text.matchAll(/(?<=\r\n)[0-9a-f]+(?=[;\r])/gi)];
  if (sizes.length === 0) return text;
  const { 0: digits, index } = random.pick(sizes);
  return text.slice(0, index) + random.pick(chunkSizesLike(digits)) + text.slice(index + digits.length);
};
const editVersion: Mutation = (text, random) => text.replace(/HTTP\/1\.[01]/, () => random.pick(VERSIONS));
const editStart: Mutation = (text, random) =>
  text.startsWith('HTTP/')
    ? text.replace(/ [^ \r]*/, () => random.pick(STATUSES))
    : random.oneIn(2)
      ? text.replace(/^[^ ]*/, () => random.pick(METHODS))
      : text.replace(/ [^ ]* /, () => random.pick(TARGETS));

const MUTATIONS: readonly Mutation[] = [
  flipByte,
  spoilByte,
  dropByte,
  insertDelimiter,
  swapCase,
  truncate,
  splice,
  dropLine,
  doubleLine,
  swapLines,
  injectField,
  injectField,
  injectField,
  loosenLineEnd,
  loosenColon,
  editLength,
  editChunkSize,
  editChunkSize,
  editVersion,
  editStart,
];

const DELIMITERS = [
  '\r',
  '\n',
  '\r\n',
  '\0',
  ' ',
  '\t',
  ':',
  ',',
  ';',
  '\x0b',
  '\x7f',
  '\x80',
  '"',
  '=',
  '0',
];

const FIELDS = [
  'Content-Length: 5',
  'Content-Length: 0',
  'Content-Length: 3',
  'Content-Length: +5',
  'Content-Length: -1',
  'Content-Length: 0x5',
  'Content-Length: 5 5',
  'Content-Length: 5, 5',
  'Content-Length: 5,',
  'Content-Length: 05',
  'Content-Length:  5\t',
  'Content-Length: 5;a',
  'Content-Length: 5.0',
  'Content-Length: "5"',
  'Content-Length:',
  'Content-Length: 18446744073709551621',
  'Content-Length : 5',
  'Content_Length: 5',
  'Transfer-Encoding: chunked',
  'TRANSFER-ENCODING: CHUNKED',
  'Transfer-Encoding: identity',
  'Transfer-Encoding: identity, chunked',
  'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: chunked, chunked',
  'Transfer-Encoding: chunked;q=1',
  'Transfer-Encoding: xchunked',
  'Transfer-Encoding: chunkedx',
  'Transfer-Encoding:\tchunked \t',
  'Transfer-Encoding: \x0bchunked',
  'Transfer-Encoding: chunked,',
  'Transfer-Encoding: "chunked"',
  'Transfer-Encoding:',
  'Transfer-Encoding: gzip',
  'Transfer_Encoding: chunked',
  'Host: evil.test',
  'Host:',
  'Host: a b',
  'Host: a/b',
  'Host: user@a.test',
  'Connection: close',
  'Connection: keep-alive',
  'Connection: close, keep-alive',
  'Connection: Upgrade',
  'Connection: Content-Length, Transfer-Encoding',
  'Proxy-Connection: close',
  'Upgrade: websocket',
  'Expect: 100-continue',
  'Expect: the-unexpected',
  ' folded: value',
  '\tfolded',
  'no colon',
  ': no name',
  'X-Nul: a\0b',
  'X-Del: a\x7fb',
  'X-High: \x80\xff',
  'X-High-\x80: a',
  'X(comment): a',
  'X-Quote": a',
  'X-Bare-CR: a\rb',
  'X-Bare-LF: a\nContent-Length: 9',
  'X-Proxy-Token: 00',
  'Trailer: Content-Length',
  '',
];

const VERSIONS = [
  'HTTP/1.0',
  'HTTP/1.1',
  'HTTP/0.9',
  'HTTP/2.0',
  'HTTP/1.2',
  'HTTP/1.9',
  'HTTP/1.10',
  'HTTP/01.1',
  'HTTP/1,1',
  'HTTP/1. 1',
  'HTTP/1',
  'http/1.1',
  'HTTPS/1.1',
  'ICY',
  '',
];

const METHODS = [
  'GET',
  'POST',
  'get',
  'CONNECT',
  'PRI',
  'QUERY',
  'M-SEARCH',
  'BREW',
  'G(T',
  'GE\0T',
  '',
  'GET\t',
  'OPTIONS',
  'A'.repeat(40),
];
const TARGETS = [
  ' * ',
  ' ',
  '  ',
  ' / / ',
  ' //a.test/ ',
  ' a.test:443 ',
  ' a.test ',
  ' http:// ',
  ' http://a.test ',
  ' HTTP://A.test:80/ ',
  ' http://u:p@a.test/ ',
  ' ftp://a.test/ ',
  ' /\x80 ',
  ' /\t ',
  ' /a#b ',
  ' ?x ',
  ' http:///x ',
  ' http://[::1]/ ',
  ' http://a.test:99999/ ',
];
const STATUSES = [
  ' 200',
  ' 204',
  ' 304',
  ' 100',
  ' 101',
  ' 199',
  ' 000',
  ' 099',
  ' 999',
  ' 20',
  ' 2000',
  ' -20',
  ' +20',
  '  200',
  '\t200',
  ' 200\t',
  '',
];

function lengthsLike(digits: string): string[] {
  return [
    `0${digits}`,
    `+${digits}`,
    `-${digits}`,
    `${digits} `,
    `${digits},${digits}`,
    `0x${digits}`,
    `${digits}e0`,
    '9'.repeat(15),
    '9'.repeat(18),
    '9'.repeat(25),
    '',
  ];
}

function chunkSizesLike(digits: string): string[] {
  return [
    `0${digits}`,
    `${'0'.repeat(15)}${digits}`,
    `+${digits}`,
    `-${digits}`,
    `0x${digits}`,
    ` ${digits}`,
    `${digits} `,
    `${digits}\t`,
    `${digits};`,
    `${digits};a`,
    `${digits};a=b;c="d;\\""`,
    `${digits};a="`,
    `${digits};a=`,
    `${digits};=b`,
    `${digits};a=b"c`,
    `${digits} ;a`,
    `${digits}; a = b`,
    `${digits};a\0`,
    `${digits};a\n`,
    `${digits};\x80`,
    `${digits},`,
    `${digits}g`,
    (parseInt(digits, 16) + 1).toString(16),
    `f${digits}`,
    'F'.repeat(16),
    `1${'0'.repeat(16)}${digits}`,
    '7fffffff',
    '0',
    '',
  ];
}

function replaced(text: string, random: Random, by: (char: string) => string): string {
  const at = random.int(text.length);
  return text.slice(0, at) + by(text.charAt(at)) + text.slice(at + 1);
}

/** Changes the lines of `text` in place; of a body only those that look like lines. */
function onLines(text: string, random: Random, change: (lines: string[], at: number) => unknown): string {
  const lines = text.split('\r\n');
  change(lines, random.int(lines.length));
  return lines.join('\r\n');
}

function fieldCount(lines: readonly string[]): number {
  return Math.max(0, lines.indexOf('') - 1);
}
