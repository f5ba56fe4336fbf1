// Short forms of bodies and authorizations, in which the type is a key: `body: {json: …}`, `auth: {bearer: TOKEN}`.
import { isObject } from '../../../base/is-object.ts';

/** Returns a body with its type. A text is a raw body. */
export function shortBody(value: unknown): unknown {
  if (typeof value === 'string') return rawOf(value, languageOf(value));
  if (!isObject(value)) return Array.isArray(value) ? rawOf(value, 'json') : value;
  if ('type' in value) return value;
  const [only, ...others] = Object.entries(value);
  if (only === undefined || others.length > 0) return value;
  const [key, content] = only;
  switch (key) {
    case 'json':
    case 'text':
    case 'xml':
    case 'html':
    case 'javascript':
      return rawOf(content, key);
    case 'form':
    case 'urlencoded':
      return { type: 'urlencoded', fields: content };
    case 'multipart':
      return { type: 'multipart', fields: content };
    case 'file':
      return { type: 'file', path: content };
    case 'graphql':
      return isObject(content) ? { type: 'graphql', ...content } : { type: 'graphql', query: content };
    case 'none':
      return { type: 'none' };
    default:
      return value;
  }
}

function rawOf(text: unknown, language: string): object {
  return { type: 'raw', language, text };
}

function languageOf(text: string): string {
  if (/^\s*[{[]/.test(text)) return 'json';
  return /^\s*</.test(text) ? 'xml' : 'text';
}

/**
 * Returns an authorization with its type. `types`: the fields of each type; what is no object is the value of the first
 * field behind the type.
 */
export function shortAuth(
  value: unknown,
  types: ReadonlyMap<string, Readonly<Record<string, unknown>>>,
): unknown {
  if (typeof value === 'string') return types.has(value) ? { type: value } : value;
  if (!isObject(value) || 'type' in value) return value;
  const [only, ...others] = Object.entries(value);
  if (only === undefined || others.length > 0) return value;
  const [type, content] = only;
  const fields = types.get(type);
  if (fields === undefined) return value;
  if (isObject(content)) return { type, ...content };
  if (content === null || content === true) return { type };
  const first = Object.keys(fields).find((name) => name !== 'type');
  return first === undefined ? { type } : { type, [first]: content };
}
