// Parses the result of a rule script. Every field is validated, because the script may have changed anything inside the
// sandbox.
import { TOKEN } from '../../base/http-syntax.ts';
import { isObject } from '../../base/is-object.ts';
import type { HeaderLines, RequestChanges, ResponseChanges, RuleResult, ScriptEvent } from './exchange.ts';
import type { FunctionName } from '../rules/setup.ts';

type Fields = Readonly<Record<string, unknown>>;
type Read<T> = (value: unknown) => T;

class UnexpectedValue extends Error {}

const TYPES: Readonly<Record<FunctionName, readonly RuleResult['type'][]>> = {
  onRequest: ['request', 'block', 'respond'],
  onResponse: ['response'],
  onWebSocketMessage: ['message', 'drop'],
  onServerEvent: ['event', 'drop'],
};

/** Returns null when the text is not a valid result of this function. */
export function parseRuleResult(name: FunctionName, json: string): RuleResult | null {
  try {
    const fields = object(JSON.parse(json));
    const type = TYPES[name].find((each) => each === fields['type']);
    return type === undefined ? null : toRuleResult(type, fields);
  } catch (error) {
    if (error instanceof UnexpectedValue || error instanceof SyntaxError) return null;
    throw error;
  }
}

function toRuleResult(type: RuleResult['type'], fields: Fields): RuleResult {
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
    ...optionalField(fields, 'method', matching(TOKEN)),
    ...optionalField(fields, 'scheme', matching(/^https?$/)),
    ...optionalField(fields, 'host', matching(/^[^\s/?#@\0]+$/)),
    ...optionalField(fields, 'port', integer(1, 65_535)),
    ...optionalField(fields, 'path', matching(/^(?:\*|\/[^\s?#\0]*)$/)),
    ...optionalField(fields, 'query', matching(/^[^\s#\0]*$/)),
    ...optionalField(fields, 'headers', headers),
    ...optionalField(fields, 'body', content),
  };
}

function responseChanges(fields: Fields): ResponseChanges {
  return {
    ...optionalField(fields, 'statusCode', integer(200, 599)),
    ...optionalField(fields, 'statusPhrase', line),
    ...optionalField(fields, 'headers', headers),
    ...optionalField(fields, 'body', content),
  };
}

function wholeResponse(fields: Fields): Extract<RuleResult, { type: 'respond' }>['response'] {
  return {
    statusCode: integer(200, 599)(fields['statusCode']),
    statusPhrase: line(fields['statusPhrase']),
    headers: headers(fields['headers']),
    body: content(fields['body']),
  };
}

function eventChanges(fields: Fields): Partial<ScriptEvent> {
  const retry: Read<number | null> = (value) =>
    value === null ? null : integer(0, Number.MAX_SAFE_INTEGER)(value);
  return {
    ...optionalField(fields, 'event', line),
    ...optionalField(fields, 'data', text),
    ...optionalField(fields, 'id', line),
    ...optionalField(fields, 'retry', retry),
  };
}

function optionalField<K extends string, T>(fields: Fields, name: K, read: Read<T>): Partial<Record<K, T>> {
  const value: Partial<Record<string, T>> = fields[name] === undefined ? {} : { [name]: read(fields[name]) };
  return value;
}

function object(value: unknown): Fields {
  if (!isObject(value)) throw new UnexpectedValue('an object');
  return value;
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new UnexpectedValue('text');
  return value;
}

function matching(pattern: RegExp): Read<string> {
  return (value) => {
    if (!pattern.test(text(value))) throw new UnexpectedValue('text of a certain form');
    return text(value);
  };
}

function line(value: unknown): string {
  if (/[\r\n\0]/.test(text(value))) throw new UnexpectedValue('a line');
  return text(value);
}

const matchesToken = matching(TOKEN);

function integer(min: number, max: number): Read<number> {
  return (value) => {
    const isWhole = typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max;
    if (!isWhole) throw new UnexpectedValue('a whole number');
    return value;
  };
}

/** Parses header lines, which alternate between names and values. */
function headers(value: unknown): HeaderLines {
  if (text(value) === '') return [];
  const parts = text(value).split('\n');
  if (parts.length % 2 !== 0) throw new UnexpectedValue('pairs');
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
