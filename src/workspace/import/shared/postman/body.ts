// Bodies of Postman in all of their modes.
import { isFields, kindOf, type Fields } from '../../../../documents/json-values.ts';
import { NO_BODY, RAW_LANGUAGES, type Body, type FormField, type RawLanguage } from '../../../model/body.ts';
import { decodedField } from '../decode-field.ts';
import type { Notes } from '../import-context.ts';
import { queryPairs } from '../url-parts.ts';
import { entriesOf, jsonOrText, pairOf, pairsOf } from './fields.ts';

/** Empty ones, which Postman does not send, are none. */
export function bodyOf(body: unknown, notes: Notes): Body {
  if (body === undefined || body === null) return NO_BODY;
  if (typeof body === 'string') return rawBody(body, 'text');
  if (!isFields(body)) return without(`the body is ${kindOf(body)}`, notes);
  const mode = body['mode'];
  if (mode === undefined || mode === null) return NO_BODY;
  const read = typeof mode === 'string' ? READERS.get(mode) : undefined;
  if (read === undefined)
    return without(`the mode ${JSON.stringify(mode).slice(0, 100)} of the body is unknown`, notes);
  if (body['disabled'] === true) return without('the body is switched off', notes);
  return read(body, notes);
}

function without(reason: string, notes: Notes): Body {
  notes.warn(`${reason}: it was left out`);
  return NO_BODY;
}

const READERS: ReadonlyMap<string, (body: Fields, notes: Notes) => Body> = new Map([
  ['none', () => NO_BODY],
  ['raw', (body, notes) => rawBody(jsonOrText(body['raw']), languageOf(body['options'], notes))],
  ['urlencoded', urlencodedBody],
  ['formdata', multipartBody],
  ['file', ({ file }, notes) => fileBody(file, notes)],
  ['binary', ({ binary }, notes) => fileBody(binary, notes)],
  ['graphql', ({ graphql }, notes) => graphqlBody(graphql, notes)],
]);

function rawBody(text: string, language: RawLanguage): Body {
  return text === '' ? NO_BODY : { type: 'raw', language, text: text.toWellFormed() };
}

function languageOf(options: unknown, notes: Notes): RawLanguage {
  const raw = isFields(options) ? options['raw'] : undefined;
  const language = isFields(raw) ? raw['language'] : undefined;
  const known = RAW_LANGUAGES.find((name) => name === language);
  if (known === undefined && language !== undefined && language !== null && language !== 'auto')
    notes.warn(
      `the language ${JSON.stringify(language).slice(0, 100)} of the body is unknown: it became text`,
    );
  return known ?? 'text';
}

function urlencodedBody({ urlencoded }: Fields, notes: Notes): Body {
  const fields =
    typeof urlencoded === 'string'
      ? queryPairs(urlencoded.toWellFormed()).map(decodedField)
      : pairsOf(urlencoded, 'the fields of the body', notes);
  return fields.length === 0 ? NO_BODY : { type: 'urlencoded', fields };
}

function multipartBody({ formdata }: Fields, notes: Notes): Body {
  const what = 'the fields of the body';
  const fields = entriesOf(formdata, what, notes)
    .map((entry): FormField => ({
      ...pairOf(entry, what, notes),
      ...(entry['type'] === 'file' || (entry['src'] !== undefined && entry['value'] === undefined)
        ? { value: '', files: filesOf(entry, notes) }
        : { value: notes.text(entry['value'], `${what}: a value`), files: null }),
      contentType: notes.text(entry['contentType'], `${what}: a content type`),
    }))
    .filter(({ name, value, files, docs }) => name !== '' || value !== '' || files !== null || docs !== '');
  return fields.length === 0 ? NO_BODY : { type: 'multipart', fields };
}

/**
 * As many as there were, each still to be chosen: a path in a file that somebody else made says what to read, and
 * send away, of the disk of whoever sends the request.
 */
function filesOf({ src }: Fields, notes: Notes): string[] {
  const paths = sourcesOf(src).map((path: unknown) => notes.text(path, 'the path of a file'));
  for (const path of paths) warnOfFile(path, notes);
  return paths.map(() => '');
}

/** None at all is one that nobody has chosen yet. */
function sourcesOf(src: unknown): readonly unknown[] {
  if (!Array.isArray(src)) return [src];
  return src.length === 0 ? [''] : src;
}

function fileBody(file: unknown, notes: Notes): Body {
  if (isFields(file) && typeof file['content'] === 'string') return rawBody(file['content'], 'text');
  const path = notes.text(isFields(file) ? file['src'] : file, 'the path of the file');
  warnOfFile(path, notes);
  return { type: 'file', path: '' };
}

function warnOfFile(path: string, notes: Notes): void {
  if (path !== '')
    notes.warn(`the file ${JSON.stringify(path.slice(0, 200).toWellFormed())} is to be chosen again`);
}

function graphqlBody(graphql: unknown, notes: Notes): Body {
  if (!isFields(graphql)) {
    const query = notes.text(graphql, 'the GraphQL query');
    return { type: 'graphql', query, variables: '', operationName: '' };
  }
  return {
    type: 'graphql',
    query: notes.text(graphql['query'], 'the GraphQL query'),
    variables: jsonOrText(graphql['variables']),
    operationName: notes.text(graphql['operationName'], 'the GraphQL operation'),
  };
}
