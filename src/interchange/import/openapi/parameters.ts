// Converts parameters to entries of a request, in the style that the document declares
// (https://spec.openapis.org/oas/v3.1.0#style-values).
import { isObject } from '../../../base/is-object.ts';
import type { ApiDocument } from '../../../documents/openapi/document.ts';
import { scalarText, type JsonObject } from '../../../documents/json-values.ts';
import type { Pair, QueryPair } from '../../../collections/model/values.ts';

/** Headers that OpenAPI describes elsewhere. */
const NOT_PARAMETERS = /^(?:accept|authorization|content-type)$/i;
const SEPARATORS: ReadonlyMap<unknown, string> = new Map([
  ['spaceDelimited', ' '],
  ['pipeDelimited', '|'],
]);

/** Returns query parameters; required ones are enabled. */
export function queryOf(parameters: readonly JsonObject[], document: ApiDocument): QueryPair[] {
  return parameters.flatMap((parameter) => {
    if (parameter['in'] === 'querystring') return wholeQuery(parameter, document);
    if (parameter['in'] !== 'query') return [];
    const line = lineOf(parameter);
    return queryValues(parameter, document).map(([name, value]): QueryPair => ({
      ...line,
      name: queryText(name),
      value: queryText(value),
    }));
  });
}

export function headersOf(parameters: readonly JsonObject[], document: ApiDocument): Pair[] {
  const headers = parameters
    .filter((each) => each['in'] === 'header' && !NOT_PARAMETERS.test(scalarText(each['name']) ?? ''))
    .map((parameter) => ({ ...lineOf(parameter), value: valueText(parameter, document) }));
  return [...headers, ...cookiesOf(parameters, document)];
}

/** Returns one Cookie header for required cookies, and a disabled one for optional ones. */
function cookiesOf(parameters: readonly JsonObject[], document: ApiDocument): Pair[] {
  const cookies = parameters.filter((each) => each['in'] === 'cookie');
  return [true, false].flatMap((enabled) => {
    const given = cookies.filter((each) => (each['required'] === true) === enabled);
    const value = given
      .map((each) => `${scalarText(each['name']) ?? ''}=${valueText(each, document)}`)
      .join('; ');
    return given.length === 0 ? [] : [{ name: 'Cookie', value, enabled, docs: '' }];
  });
}

/** Returns path variables in the order of the path. */
export function pathOf(
  names: readonly string[],
  parameters: readonly JsonObject[],
  document: ApiDocument,
): Pair[] {
  return names.map((name) => {
    const parameter = parameters.find((each) => each['in'] === 'path' && each['name'] === name) ?? {};
    return { ...lineOf(parameter), name, enabled: true, value: valueText(parameter, document) };
  });
}

/** Returns the value of a parameter as one text. */
export function valueText(parameter: JsonObject, document: ApiDocument): string {
  const content = contentText(parameter, document);
  if (content !== null) return content;
  const { value } = document.texts.example(parameter, 'request');
  if (Array.isArray(value)) return value.map(plainText).join(',');
  if (!isObject(value)) return plainText(value);
  const entries = Object.entries(value);
  return parameter['explode'] === true
    ? entries.map(([name, inner]) => `${name}=${plainText(inner)}`).join(',')
    : entries.flat().map(plainText).join(',');
}

/** Returns the value of a parameter that is described by a media type; null for others. */
function contentText({ content }: JsonObject, document: ApiDocument): string | null {
  const [entry] = Object.entries(isObject(content) ? content : {});
  if (entry === undefined) return null;
  const text = document.texts.of(document.references.fields(entry[1]), entry[0], 'request');
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}

type Value = readonly [name: string, value: string];

function queryValues(parameter: JsonObject, document: ApiDocument): readonly Value[] {
  const { style, explode } = parameter;
  const name = scalarText(parameter['name']) ?? '';
  const content = contentText(parameter, document);
  if (content !== null) return [[name, content]];
  const { value } = document.texts.example(parameter, 'request');
  const isExploded = typeof explode === 'boolean' ? explode : style === undefined || style === 'form';
  const separator = SEPARATORS.get(style) ?? ',';
  if (Array.isArray(value)) {
    if (value.length === 0) return [[name, '']];
    return isExploded
      ? value.map((item): Value => [name, plainText(item)])
      : [[name, value.map(plainText).join(separator)]];
  }
  if (!isObject(value)) return [[name, plainText(value)]];
  const entries = Object.entries(value);
  if (style === 'deepObject')
    return entries.map(([key, inner]): Value => [`${name}[${key}]`, plainText(inner)]);
  return isExploded
    ? entries.map(([key, inner]): Value => [key, plainText(inner)])
    : [[name, entries.flat().map(plainText).join(separator)]];
}

/** Converts a parameter that describes the whole query as a form (OpenAPI 3.2). */
function wholeQuery(parameter: JsonObject, document: ApiDocument): QueryPair[] {
  const [media] = Object.values(isObject(parameter['content']) ? parameter['content'] : {});
  const { value } = document.texts.example(document.references.fields(media), 'request');
  if (!isObject(value)) return [];
  const line = lineOf(parameter);
  return Object.entries(value).map(([name, inner]): QueryPair => ({
    ...line,
    name: queryText(name),
    value: queryText(plainText(inner)),
  }));
}

function lineOf(parameter: JsonObject): Pair {
  return {
    name: scalarText(parameter['name']) ?? '',
    value: '',
    enabled: parameter['required'] === true,
    docs: scalarText(parameter['description']) ?? '',
  };
}

export function plainText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return scalarText(value) ?? JSON.stringify(value).toWellFormed();
}

/** Encodes characters that would end a value in a query, or have a meaning there. */
function queryText(text: string): string {
  return text.replace(/[%&+#]/g, encodeURIComponent);
}
