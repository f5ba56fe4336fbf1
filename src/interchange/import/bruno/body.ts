// Converts bodies of OpenCollection, including those with several variants.
import { fileBody, fileFields } from '../shared/body-files.ts';
import { isObject } from '../../../base/is-object.ts';
import { scalarText, type JsonObject } from '../../../documents/json-values.ts';
import { NO_BODY, type Body, type FormField, type RawLanguage } from '../../../collections/model/body.ts';
import type { ImportContext } from '../shared/import-context.ts';
import { jsonOrText } from '../shared/postman/fields.ts';
import { pairsOf } from './pairs.ts';

const LANGUAGES: ReadonlyMap<string, RawLanguage> = new Map([
  ['json', 'json'],
  ['xml', 'xml'],
  ['text', 'text'],
  ['sparql', 'text'],
  ['html', 'html'],
  ['javascript', 'javascript'],
]);

export function bodyOf(given: unknown, context: ImportContext): Body {
  const body = variantOf(given, 'body', context);
  if (!isObject(body)) return NO_BODY;
  const type = scalarText(body['type'] ?? body['mode']) ?? ('query' in body ? 'graphql' : 'none');
  const data = body['data'] ?? body[type] ?? body['content'];
  const language = LANGUAGES.get(type);
  if (language !== undefined) return rawBody(jsonOrText(data), language);
  switch (type) {
    case 'none':
      return NO_BODY;
    case 'graphql':
      return graphqlBody(isObject(data) ? data : body);
    case 'form-urlencoded':
    case 'formUrlEncoded':
      return { type: 'urlencoded', fields: pairsOf(data, 'the fields of the body', context) };
    case 'multipart-form':
    case 'multipartForm':
      return { type: 'multipart', fields: partsOf(data, context) };
    case 'file':
      return selectedFile(data, context);
    default:
      context.warn(`the body of the type ${JSON.stringify(type).slice(0, 60)} is unknown: it was left out`);
      return NO_BODY;
  }
}

/** Returns the selected one of several variants, or the first. */
export function variantOf(given: unknown, key: string, context: ImportContext): unknown {
  if (!Array.isArray(given)) return given;
  const variants = given.filter(isObject);
  const selected = variants.find((each) => each['selected'] === true) ?? variants[0];
  if (variants.length > 1)
    context.warn(`of ${variants.length} variants only "${scalarText(selected?.['title']) ?? ''}" was kept`);
  return selected?.[key];
}

function rawBody(text: string, language: RawLanguage): Body {
  return text === '' ? NO_BODY : { type: 'raw', language, text };
}

export function graphqlBody(body: JsonObject): Body {
  return {
    type: 'graphql',
    query: jsonOrText(body['query']),
    variables: jsonOrText(body['variables']),
    operationName: '',
  };
}

function partsOf(list: unknown, context: ImportContext): FormField[] {
  const label = 'the fields of the body';
  return context
    .list(list, label)
    .filter(isObject)
    .flatMap((entry) => {
      const [pair] = pairsOf(
        [{ ...entry, value: entry['type'] === 'file' ? '' : entry['value'] }],
        label,
        context,
      );
      if (pair === undefined) return [];
      const paths: readonly unknown[] = [entry['value']].flat();
      const files = entry['type'] === 'file' ? fileFields(paths, context) : { files: null };
      return [{ ...pair, ...files, contentType: context.text(entry['contentType'], 'a content type') }];
    });
}

function selectedFile(list: unknown, context: ImportContext): Body {
  const files = context.list(list, 'the files of the body').filter(isObject);
  const selected = files.find((each) => each['selected'] === true) ?? files[0];
  return fileBody(selected?.['filePath'] ?? '', context);
}
