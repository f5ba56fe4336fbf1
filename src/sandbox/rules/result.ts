// Reads what the setup says that a script has made of an exchange. It comes out of the sandbox, where the script may have
// changed anything, so every field is looked at before it is believed.
import { TOKEN } from '../../base/http-syntax.ts';
import { isObject } from '../../base/is-object.ts';
import type { HeaderLines, RequestChanges, ResponseChanges, RuleAnswer, ScriptEvent } from './exchange.ts';
import type { FunctionName } from './setup.ts';

type Fields = Readonly<Record<string, unknown>>;
type Read<T> = (value: unknown) => T;

class Unexpected extends Error {}

const TYPES: Readonly<Record<FunctionName, readonly RuleAnswer['type'][]>> = {
  onRequest: ['request', 'block', 'respond'],
  onResponse: ['response'],
  onWebSocketMessage: ['message', 'drop'],
  onServerEvent: ['event', 'drop'],
};

/** Null when it is none that this function can have. */
export function readAnswer(name: FunctionName, json: string): RuleAnswer | null {
  try {
    const fields = object(JSON.parse(json));
    const type = TYPES[name].find((each) => each === fields['type']);
    return type === undefined ? null : answer(type, fields);
  } catch (error) {
    if (error instanceof Unexpected || error instanceof SyntaxError) return null;
    throw error;
  }
}

function answer(type: RuleAnswer['type'], fields: Fields): RuleAnswer {
  switch (type) {
    case 'block':
    case 'drop':
      return { type };
    case 'request':
      return { type, changes: requestChanges(object(fields['changes'])) };
    case 'response':
      return { type, changes: responseChanges(object(fields['changes'])) };
    case 'respond':
      return { type, response: wholeResponse(object(fields['response'])) };
    case 'message':
      return fields['data'] === undefined ? { type } : { type, data: content(fields['data']) };
    case 'event':
      return { type, changes: eventChanges(object(fields['changes'])) };
  }
}

function requestChanges(fields: Fields): RequestChanges {
  return {
    ...optional(fields, 'method', matching(TOKEN)),
    ...optional(fields, 'scheme', matching(/^https?$/)),
    ...optional(fields, 'host', matching(/^[^\s/?#@\0]+$/)),
    ...optional(fields, 'port', whole(1, 65_535)),
    ...optional(fields, 'path', matching(/^(?:\*|\/[^\s?#\0]*)$/)),
    ...optional(fields, 'query', matching(/^[^\s#\0]*$/)),
    ...optional(fields, 'headers', headers),
    ...optional(fields, 'body', bytes),
  };
}

function responseChanges(fields: Fields): ResponseChanges {
  return {
    ...optional(fields, 'statusCode', whole(200, 599)),
    ...optional(fields, 'statusPhrase', line),
    ...optional(fields, 'headers', headers),
    ...optional(fields, 'body', bytes),
  };
}

function wholeResponse(fields: Fields): Extract<RuleAnswer, { type: 'respond' }>['response'] {
  return {
    statusCode: whole(200, 599)(fields['statusCode']),
    statusPhrase: line(fields['statusPhrase']),
    headers: headers(fields['headers']),
    body: bytes(fields['body']),
  };
}

function eventChanges(fields: Fields): Partial<ScriptEvent> {
  const retry: Read<number | null> = (value) =>
    value === null ? null : whole(0, Number.MAX_SAFE_INTEGER)(value);
  return {
    ...optional(fields, 'event', line),
    ...optional(fields, 'data', text),
    ...optional(fields, 'id', line),
    ...optional(fields, 'retry', retry),
  };
}

function optional<K extends string, T>(fields: Fields, name: K, read: Read<T>): Partial<Record<K, T>> {
  const found: Partial<Record<string, T>> = fields[name] === undefined ? {} : { [name]: read(fields[name]) };
  return found;
}

function object(value: unknown): Fields {
  if (!isObject(value)) throw new Unexpected('an object');
  return value;
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new Unexpected('text');
  return value;
}

function matching(pattern: RegExp): Read<string> {
  return (value) => {
    if (!pattern.test(text(value))) throw new Unexpected('text of a certain form');
    return text(value);
  };
}

function line(value: unknown): string {
  if (/[\r\n\0]/.test(text(value))) throw new Unexpected('a line');
  return text(value);
}

const matchesToken = matching(TOKEN);

function whole(min: number, max: number): Read<number> {
  return (value) => {
    const isWhole = typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max;
    if (!isWhole) throw new Unexpected('a whole number');
    return value;
  };
}

/** A line for each name and each value. */
function headers(value: unknown): HeaderLines {
  if (text(value) === '') return [];
  const parts = text(value).split('\n');
  if (parts.length % 2 !== 0) throw new Unexpected('pairs');
  const pairs: (readonly [string, string])[] = [];
  for (let at = 0; at < parts.length; at += 2) pairs.push([matchesToken(parts[at]), line(parts[at + 1])]);
  return pairs;
}

function content(value: unknown): string | Uint8Array {
  const fields = object(value);
  return fields['base64'] === undefined
    ? text(fields['text'])
    : Buffer.from(text(fields['base64']), 'base64');
}

function bytes(value: unknown): Uint8Array {
  const found = content(value);
  return typeof found === 'string' ? Buffer.from(found, 'utf8') : found;
}
