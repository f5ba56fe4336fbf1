// Bodies of Insomnia, told apart by their media type.
import { isFields, kindOf, type Fields } from '../../../documents/json-values.ts';
import { NO_BODY, type Body, type FormField } from '../../model/body.ts';
import type { Notes } from '../shared/import-context.ts';
import { rawLanguage } from '../shared/raw-language.ts';
import { entriesOf, pairOf, pairsOf, textOf } from './fields.ts';
import { translated } from './templates.ts';

const WHAT = 'the fields of the body';

export function bodyOf(given: unknown, notes: Notes): Body {
  if (given === undefined || given === null) return NO_BODY;
  if (!isFields(given)) {
    notes.warn(`the body is ${kindOf(given)}, no object, and was left out`);
    return NO_BODY;
  }
  const type = notes
    .text(given['mimeType'], 'the media type of the body')
    .split(';')[0]!
    .trim()
    .toLowerCase();
  if (type === 'multipart/form-data') return multipartBody(given, notes);
  if (type === 'application/x-www-form-urlencoded') {
    const fields = pairsOf(given['params'], WHAT, notes);
    return fields.length === 0 ? rawBody(given, type, notes) : { type: 'urlencoded', fields };
  }
  if (type === 'application/graphql') return graphqlBody(given, notes);
  if (typeof given['fileName'] === 'string') return fileBody(given['fileName'], notes);
  return rawBody(given, type, notes);
}

function rawBody(body: Fields, type: string, notes: Notes): Body {
  const text = textOf(body['text'], 'the body', notes);
  return text === '' ? NO_BODY : { type: 'raw', language: rawLanguage(type), text };
}

function multipartBody({ params }: Fields, notes: Notes): Body {
  const fields = entriesOf(params, WHAT, notes).map((entry): FormField => {
    const contentType = entry['multiline'];
    const field = {
      ...pairOf(entry, WHAT, notes),
      files: null,
      contentType: typeof contentType === 'string' ? contentType.toWellFormed() : '',
    };
    if (entry['type'] !== 'file') return field;
    warnOfFile(notes.text(entry['fileName'], 'the path of a file'), notes);
    return { ...field, value: '', files: [''] };
  });
  return fields.length === 0 ? NO_BODY : { type: 'multipart', fields };
}

/** The text is JSON with the query in it. */
function graphqlBody(body: Fields, notes: Notes): Body {
  const text = notes.text(body['text'], 'the body');
  const asked = parsed(text);
  if (asked === null)
    return { type: 'graphql', query: translated(text, notes), variables: '', operationName: '' };
  const variables = asked['variables'] ?? '';
  return {
    type: 'graphql',
    query: textOf(asked['query'], 'the GraphQL query', notes),
    variables: translated(
      typeof variables === 'string' ? variables : JSON.stringify(variables, null, 2),
      notes,
    ),
    operationName: textOf(asked['operationName'], 'the GraphQL operation', notes),
  };
}

function parsed(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : null;
  } catch {
    return null;
  }
}

function fileBody(path: string, notes: Notes): Body {
  warnOfFile(path, notes);
  return { type: 'file', path: '' };
}

function warnOfFile(path: string, notes: Notes): void {
  if (path !== '')
    notes.warn(`the file ${JSON.stringify(path.slice(0, 200).toWellFormed())} is to be chosen again`);
}
