// The keys of filters that look into the content of requests.
import type { ContentPart } from './content.ts';
import type { FilterKey } from './key.ts';
import { textPattern } from './values.ts';

function content(name: string, summary: string, example: string, parts: readonly ContentPart[]): FilterKey {
  return {
    name,
    summary,
    example,
    isOrdered: false,
    values: [],
    compile: (value, operator) => ({ parts, header: null, text: textPattern(value, operator) }),
  };
}

const HEADERS = ['accept', 'authorization', 'cache-control', 'content-type', 'cookie', 'user-agent'];

const header: FilterKey = {
  name: 'header',
  summary: 'A header or trailer of either side by its name, and a part of its value',
  example: 'header:content-type=json',
  isOrdered: false,
  values: HEADERS,
  hasNames: true,
  compile: (value) => {
    const { name, text: given } = value;
    if (name === null) return { parts: ['header'], header: textPattern(value, '='), text: null };
    const [text, operator] = given.startsWith('=') ? [given.slice(1), '=' as const] : [given, ':' as const];
    if (text === '' && !value.isQuoted) return 'give a value behind =, such as header:content-type=json';
    return {
      parts: ['header'],
      header: textPattern({ text: name, isQuoted: false }, '='),
      text: textPattern({ ...value, text }, operator),
    };
  },
};

export const contentKeys: readonly FilterKey[] = [
  content('body', 'A part of the decoded body of either side', 'body:requires_action', [
    'request-body',
    'response-body',
  ]),
  content('request-body', 'A part of the decoded body of the request', 'request-body:"first name"', [
    'request-body',
  ]),
  content('response-body', 'A part of the decoded body of the response', 'response-body:not_found', [
    'response-body',
  ]),
  header,
  content('message', 'A part of a message of a WebSocket, an event stream or gRPC', 'message:subscribe', [
    'message',
  ]),
];

/** A number is the id of a run, `last` the newest; other text is a part of its name. */
export const run: FilterKey = {
  name: 'run',
  summary: 'A run of an AI agent: its id, last, or a part of what was asked',
  example: 'run:last',
  isOrdered: false,
  values: ['last'],
  compile: (value, operator) => ({
    parts: ['run'],
    header: null,
    text: textPattern(value, /^(?:\d+|last)$/i.test(value.text) ? '=' : operator),
  }),
};

export const rule: FilterKey = content(
  'rule',
  'A part of the name of a rule that matched',
  'rule:"Slow checkout"',
  ['rule'],
);
