// Converts bodies of schema 3, `{type, content}`, to modes of version 2.1.
import { isObject } from '../../../base/is-object.ts';
import { scalarText, type JsonObject } from '../../../documents/json-values.ts';
import { RAW_LANGUAGES } from '../../../collections/model/body.ts';
import type { ImportContext } from '../shared/import-context.ts';

export function bodyOf(body: unknown, context: ImportContext): unknown {
  if (!isObject(body)) return body;
  if (body['mode'] !== undefined) {
    context.warn('the body of version 2.1 was read as it is meant there');
    return body;
  }
  const type = scalarText(body['type']) ?? (body['content'] === undefined ? 'none' : 'text');
  const { content } = body;
  const language = RAW_LANGUAGES.find((name) => name === type);
  if (language !== undefined) return { mode: 'raw', raw: content, options: { raw: { language } } };
  switch (type) {
    case 'none':
      return { mode: 'none' };
    case 'urlencoded':
      return { mode: 'urlencoded', urlencoded: content };
    case 'formdata':
      return { mode: 'formdata', formdata: content };
    case 'file':
    case 'binary':
      return { mode: 'file', file: content };
    case 'graphql':
      return { mode: 'graphql', graphql: content };
    default:
      context.warn(`the body of the type ${JSON.stringify(type).slice(0, 60)} was read as text`);
      return { mode: 'raw', raw: content } satisfies JsonObject;
  }
}
