// The keys of filters, each with its comparison and its completions.
import { FLOW_COLORS } from '../colors.ts';
import { NOT_DECRYPTED_CODES } from '../not-decrypted.ts';
import { contentKeys, rule, run } from './content-keys.ts';
import type { FilterKey, Test } from './key.ts';
import { isError, pathOf, sizeOf, typeNames, typeOf, type FilterSubject } from './subject.ts';
import type { Operator } from './tokens.ts';
import { compares, durationMs, pointInTime, sizeBytes, statusRange, textTest } from './values.ts';

type Text = (subject: FilterSubject) => string | null;

function text(name: string, summary: string, example: string, read: Text): FilterKey {
  return {
    name,
    summary,
    example,
    isOrdered: false,
    values: [],
    compile: (value, operator) => {
      const test = textTest(value, operator);
      return (subject) => {
        const given = read(subject);
        return given !== null && test(given);
      };
    },
  };
}

interface Measure {
  readonly read: (subject: FilterSubject) => number | undefined;
  readonly parse: (text: string, now: number) => number | null;
  readonly expected: string;
}

function number(name: string, summary: string, example: string, measure: Measure): FilterKey {
  const { read, parse, expected } = measure;
  return {
    name,
    summary,
    example,
    isOrdered: true,
    values: [],
    compile: (value, operator, now) => {
      const wanted = parse(value.text, now);
      if (wanted === null) return expected;
      return (subject) => {
        const given = read(subject);
        return given !== undefined && compares(operator, given, wanted);
      };
    },
  };
}

/** A key with a few values, each a test of its own. */
function choice(
  name: string,
  summary: string,
  example: string,
  tests: Readonly<Record<string, Test>>,
): FilterKey {
  const values = Object.keys(tests);
  return {
    name,
    summary,
    example,
    isOrdered: false,
    values,
    compile: (value) => tests[value.text.toLowerCase()] ?? `give ${values.join(', ')}`,
  };
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'CONNECT'];

const method: FilterKey = {
  name: 'method',
  summary: 'The method',
  example: 'method:POST,PUT',
  isOrdered: false,
  values: METHODS,
  compile: ({ text: wanted }) => {
    const upper = wanted.toUpperCase();
    return (subject) => subject.method.toUpperCase() === upper;
  },
};

const status: FilterKey = {
  name: 'status',
  summary: 'The status of the response: a number, a class or a range',
  example: 'status:4xx',
  isOrdered: true,
  values: ['2xx', '3xx', '4xx', '5xx', '101', '200', '304', '401', '403', '404', '500', '503'],
  compile: ({ text: wanted }, operator) => {
    const range = statusRange(wanted);
    if (range === null) return 'give a number such as 404, a class such as 4xx, or a range such as 400-499';
    const [from, to] = range;
    if (operator === ':' || operator === '=')
      return ({ status: given }) => given !== undefined && given >= from && given <= to;
    const border = operator === '>' || operator === '<=' ? to : from;
    return ({ status: given }) => given !== undefined && compares(operator, given, border);
  },
};

const type: FilterKey = {
  name: 'type',
  summary: 'The kind of the content, or a part of Content-Type',
  example: 'type:json',
  isOrdered: false,
  values: typeNames,
  compile: (value, operator) => {
    const wanted = value.text.toLowerCase();
    if (typeNames.includes(wanted)) return (subject) => typeOf(subject) === wanted;
    const test = textTest(value, operator);
    return ({ contentType = '' }) => contentType !== '' && test(contentType);
  },
};

const time = (read: Text, operatorOf: Operator): FilterKey['compile'] => {
  return ({ text: wanted }, _, now) => {
    const at = pointInTime(wanted, now);
    if (at === null) return 'give a time such as 14:32, an age such as 10m, or a date such as 2026-11-22';
    return (subject) => compares(operatorOf, Date.parse(read(subject) ?? ''), at);
  };
};

const bytes = (read: Measure['read']): Measure => {
  return { read, parse: sizeBytes, expected: 'give a size such as 500, 10kb or 1.5mb' };
};
const whole = (read: Measure['read']): Measure => {
  return {
    read,
    parse: (given) => (/^\d{1,15}$/.test(given) ? Number(given) : null),
    expected: 'give a number',
  };
};

function portOf({ url }: FilterSubject): number {
  const { port = '', protocol } = URL.parse(url) ?? {};
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}

export const filterKeys: readonly FilterKey[] = [
  text('host', 'A part of the host, or all of it with a wildcard', 'host:*.example.com', ({ host }) => host),
  method,
  status,
  text('path', 'A part of the path and query', 'path:/v1/users', pathOf),
  text('app', 'The app that sent it', 'app:Chrome', ({ app }) => app),
  text(
    'client',
    'The address of the device that sent it',
    'client:192.168.1.7',
    ({ client }) => client ?? null,
  ),
  choice('is', 'The state and other properties', 'is:error', {
    error: isError,
    failed: ({ state }) => state === 'failed',
    pending: ({ state }) => state === 'pending',
    completed: ({ state }) => state === 'completed',
    tunnel: ({ state }) => state === 'tunneled',
    decrypted: ({ decrypted }) => decrypted,
    pinned: ({ pinned }) => pinned === true,
    changed: ({ tags }) => tags.length > 0,
    repaired: ({ repaired }) => repaired === true,
    colored: ({ color }) => color !== undefined,
    commented: ({ comment }) => comment !== undefined,
    websocket: ({ status: given }) => given === 101,
    stream: (subject) => typeOf(subject) === 'stream',
    sse: ({ contentType = '' }) => /^\s*text\/event-stream\s*(?:;|$)/i.test(contentType),
    grpc: (subject) => typeOf(subject) === 'grpc',
    graphql: ({ operation }) => operation?.type === 'graphql',
    mcp: ({ operation }) => operation?.type === 'mcp',
    ai: ({ operation }) => operation?.type === 'ai',
  }),
  type,
  ...contentKeys,
  number('duration', 'The time until the end, in ms unless it says otherwise', 'duration>2s', {
    read: ({ durationMs: given }) => given,
    parse: durationMs,
    expected: 'give a duration such as 500ms or 2s',
  }),
  number('size', 'The size of the response', 'size>1mb', bytes(sizeOf)),
  number(
    'request-size',
    'The size of the request',
    'request-size>10kb',
    bytes(({ requestSize, sentBytes }) => requestSize ?? sentBytes),
  ),
  {
    name: 'since',
    summary: 'Started at or after a time, or at most so long ago',
    example: 'since:10m',
    isOrdered: false,
    values: ['1m', '5m', '10m', '1h'],
    compile: time(({ startedAt }) => startedAt, '>='),
  },
  {
    name: 'before',
    summary: 'Started before a time, or longer ago',
    example: 'before:14:32',
    isOrdered: false,
    values: ['1m', '5m', '10m', '1h'],
    compile: time(({ startedAt }) => startedAt, '<'),
  },
  text('url', 'A part of the URL', 'url:https://api', ({ url }) => url),
  choice('scheme', 'http, https, or mcp for servers on pipes', 'scheme:https', {
    http: ({ url }) => url.startsWith('http:'),
    https: ({ url }) => url.startsWith('https:'),
    mcp: ({ url }) => url.startsWith('mcp:'),
  }),
  number('port', 'The port', 'port:8080', whole(portOf)),
  text('protocol', 'The version of HTTP', 'protocol:HTTP/2', ({ httpVersion }) => httpVersion ?? null),
  text('error', 'A part of the reason why it failed', 'error:refused', ({ error }) => error ?? null),
  rule,
  run,
  {
    ...text('tool', 'A debugging tool that changed it', 'tool:"Map Local"', () => null),
    compile: (value, operator) => {
      const test = textTest(value, operator);
      return ({ tags }) => tags.some(test);
    },
  },
  choice(
    'color',
    'Its color',
    'color:red',
    Object.fromEntries(FLOW_COLORS.map((each) => [each, ({ color }: FilterSubject) => color === each])),
  ),
  choice(
    'undecrypted',
    'The reason why HTTPS was not decrypted; refused: the client pins its certificate or does not trust ours',
    'undecrypted:refused',
    Object.fromEntries(
      NOT_DECRYPTED_CODES.map((code) => [
        code,
        ({ notDecryptedCode }: FilterSubject) => notDecryptedCode === code,
      ]),
    ),
  ),
  text('comment', 'A part of the comment', 'comment:todo', ({ comment }) => comment ?? null),
  number(
    'id',
    'The number of the request',
    'id>100',
    whole(({ id }) => id),
  ),
];

const byName = new Map(filterKeys.map((key) => [key.name, key]));

export function findKey(name: string): FilterKey | undefined {
  return byName.get(name);
}

export function hasNames(name: string): boolean {
  return findKey(name)?.hasNames === true;
}
