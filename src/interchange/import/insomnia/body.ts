// Converts bodies of Insomnia by their media type.
import { fileBody, fileFields } from '../shared/body-files.ts';
import { isObject } from '../../../base/is-object.ts';
import { describeType, type JsonObject } from '../../../documents/json-values.ts';
import { NO_BODY, type Body, type FormField } from '../../../collections/model/body.ts';
import type { ImportContext } from '../shared/import-context.ts';
import { rawLanguage } from '../../../collections/model/raw-language.ts';
import { entriesOf, pairOf, pairsOf, textField } from './fields.ts';
import { translateTemplates } from './templates.ts';

const FIELDS_LABEL = 'the fields of the body';

export function bodyOf(given: unknown, context: ImportContext): Body {
  if (given === undefined || given === null) return NO_BODY;
  if (!isObject(given)) {
    context.warn(`the body is ${describeType(given)}, not an object, and was left out`);
    return NO_BODY;
  }
  const type = context
    .text(given['mimeType'], 'the media type of the body')
    .split(';')[0]!
    .trim()
    .toLowerCase();
  if (type === 'multipart/form-data') return multipartBody(given, context);
  if (type === 'application/x-www-form-urlencoded') {
    const fields = pairsOf(given['params'], FIELDS_LABEL, context);
    return fields.length === 0 ? rawBody(given, type, context) : { type: 'urlencoded', fields };
  }
  if (type === 'application/graphql') return graphqlBody(given, context);
  if (typeof given['fileName'] === 'string') return fileBody(given['fileName'], context);
  return rawBody(given, type, context);
}

function rawBody(body: JsonObject, type: string, context: ImportContext): Body {
  const text = textField(body['text'], 'the body', context);
  return text === '' ? NO_BODY : { type: 'raw', language: rawLanguage(type), text };
}

function multipartBody({ params }: JsonObject, context: ImportContext): Body {
  const fields = entriesOf(params, FIELDS_LABEL, context).map((entry): FormField => {
    const contentType = entry['multiline'];
    const field = {
      ...pairOf(entry, FIELDS_LABEL, context),
      files: null,
      contentType: typeof contentType === 'string' ? contentType.toWellFormed() : '',
    };
    if (entry['type'] !== 'file') return field;
    return { ...field, value: '', ...fileFields([entry['fileName']], context) };
  });
  return fields.length === 0 ? NO_BODY : { type: 'multipart', fields };
}

/** Converts a GraphQL body, which is JSON that contains the query. */
function graphqlBody(body: JsonObject, context: ImportContext): Body {
  const text = context.text(body['text'], 'the body');
  const payload = parseObject(text);
  if (payload === null)
    return { type: 'graphql', query: translateTemplates(text, context), variables: '', operationName: '' };
  const variables = payload['variables'] ?? '';
  return {
    type: 'graphql',
    query: textField(payload['query'], 'the GraphQL query', context),
    variables: translateTemplates(
      typeof variables === 'string' ? variables : JSON.stringify(variables, null, 2),
      context,
    ),
    operationName: textField(payload['operationName'], 'the GraphQL operation', context),
  };
}

function parseObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
