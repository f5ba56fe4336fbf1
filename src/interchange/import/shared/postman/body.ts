// Converts bodies of Postman in all of their modes.
import { fileBody, fileFields } from '../body-files.ts';
import { isObject } from '../../../../base/is-object.ts';
import { describeType, type JsonObject } from '../../../../documents/json-values.ts';
import {
  NO_BODY,
  RAW_LANGUAGES,
  type Body,
  type FormField,
  type RawLanguage,
} from '../../../../collections/model/body.ts';
import { decodeField } from '../decode-field.ts';
import type { ImportContext } from '../import-context.ts';
import { parseQuery } from '../../../../collections/model/url-parts.ts';
import { entriesOf, jsonOrText, pairOf, pairsOf } from './fields.ts';

/** Converts a body; Postman does not send empty ones, so they become none. */
export function bodyOf(body: unknown, context: ImportContext): Body {
  if (body === undefined || body === null) return NO_BODY;
  if (typeof body === 'string') return rawBody(body, 'text');
  if (!isObject(body)) return omitBody(`the body is ${describeType(body)}`, context);
  const mode = body['mode'];
  if (mode === undefined || mode === null) return NO_BODY;
  const reader = typeof mode === 'string' ? READERS.get(mode) : undefined;
  if (reader === undefined)
    return omitBody(`the mode ${JSON.stringify(mode).slice(0, 100)} of the body is unknown`, context);
  if (body['disabled'] === true) return omitBody('the body is switched off', context);
  return reader(body, context);
}

function omitBody(reason: string, context: ImportContext): Body {
  context.warn(`${reason}: it was left out`);
  return NO_BODY;
}

const READERS: ReadonlyMap<string, (body: JsonObject, context: ImportContext) => Body> = new Map([
  ['none', () => NO_BODY],
  ['raw', (body, context) => rawBody(jsonOrText(body['raw']), languageOf(body['options'], context))],
  ['urlencoded', urlencodedBody],
  ['formdata', multipartBody],
  ['file', ({ file }, context) => contentOrFile(file, context)],
  ['binary', ({ binary }, context) => contentOrFile(binary, context)],
  ['graphql', ({ graphql }, context) => graphqlBody(graphql, context)],
]);

function rawBody(text: string, language: RawLanguage): Body {
  return text === '' ? NO_BODY : { type: 'raw', language, text: text.toWellFormed() };
}

function languageOf(options: unknown, context: ImportContext): RawLanguage {
  const raw = isObject(options) ? options['raw'] : undefined;
  const language = isObject(raw) ? raw['language'] : undefined;
  const known = RAW_LANGUAGES.find((name) => name === language);
  if (known === undefined && language !== undefined && language !== null && language !== 'auto')
    context.warn(
      `the language ${JSON.stringify(language).slice(0, 100)} of the body is unknown: it became text`,
    );
  return known ?? 'text';
}

function urlencodedBody({ urlencoded }: JsonObject, context: ImportContext): Body {
  const fields =
    typeof urlencoded === 'string'
      ? parseQuery(urlencoded.toWellFormed()).map(decodeField)
      : pairsOf(urlencoded, 'the fields of the body', context);
  return fields.length === 0 ? NO_BODY : { type: 'urlencoded', fields };
}

function multipartBody({ formdata }: JsonObject, context: ImportContext): Body {
  const label = 'the fields of the body';
  const fields = entriesOf(formdata, label, context)
    .map((entry): FormField => ({
      ...pairOf(entry, label, context),
      ...(entry['type'] === 'file' || ((entry['src'] ?? null) !== null && entry['value'] === undefined)
        ? { value: '', ...fileFields(sourcesOf(entry['src']), context) }
        : { value: context.text(entry['value'], `${label}: a value`), files: null }),
      contentType: context.text(entry['contentType'], `${label}: a content type`),
    }))
    .filter(({ name, value, files, docs }) => name !== '' || value !== '' || files !== null || docs !== '');
  return fields.length === 0 ? NO_BODY : { type: 'multipart', fields };
}

/** Returns the paths; none means that no file was selected. */
function sourcesOf(src: unknown): readonly unknown[] {
  if (!Array.isArray(src)) return [src];
  return src.length === 0 ? [''] : src;
}

function contentOrFile(file: unknown, context: ImportContext): Body {
  if (isObject(file) && typeof file['content'] === 'string') return rawBody(file['content'], 'text');
  return fileBody(isObject(file) ? file['src'] : file, context);
}

function graphqlBody(graphql: unknown, context: ImportContext): Body {
  if (!isObject(graphql)) {
    const query = context.text(graphql, 'the GraphQL query');
    return { type: 'graphql', query, variables: '', operationName: '' };
  }
  return {
    type: 'graphql',
    query: context.text(graphql['query'], 'the GraphQL query'),
    variables: jsonOrText(graphql['variables']),
    operationName: context.text(graphql['operationName'], 'the GraphQL operation'),
  };
}
