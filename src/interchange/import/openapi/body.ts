// Converts request bodies, choosing the media type that is easiest to edit.
import { isObject } from '../../../base/is-object.ts';
import type { ApiDocument } from '../../../documents/openapi/document.ts';
import { scalarText, type JsonObject } from '../../../documents/json-values.ts';
import { propertiesOf } from '../../../documents/openapi/properties.ts';
import { NO_BODY, type Body, type FormField } from '../../../collections/model/body.ts';
import type { Pair } from '../../../collections/model/values.ts';
import { rawLanguage } from '../../../collections/model/raw-language.ts';
import { plainText } from './parameters.ts';

export interface ConvertedBody {
  readonly body: Body;
  /** The Content-Type header to add; empty when it is implied. */
  readonly contentType: string;
}

const URLENCODED = /^application\/x-www-form-urlencoded\b/i;
const MULTIPART = /^multipart\//i;

export function convertBody(requestBody: unknown, document: ApiDocument): ConvertedBody {
  const chosen = chooseMedia(document.references.fields(requestBody)['content'], document);
  if (chosen === null) return { body: NO_BODY, contentType: '' };
  const [type, media] = chosen;
  const contentType = type.includes('*') ? '' : type;
  if (URLENCODED.test(type) || MULTIPART.test(type)) {
    const properties = propertiesOf(media['schema'], document.references);
    const fields = fieldsOf(media, properties, document);
    if (URLENCODED.test(type))
      return { body: { type: 'urlencoded', fields: fields.map(pairOf) }, contentType: '' };
    return { body: { type: 'multipart', fields }, contentType: '' };
  }
  if (isBinaryType(type) || isFileSchema(media['schema'], document))
    return { body: { type: 'file', path: '' }, contentType };
  const text = document.texts.of(media, type, 'request');
  return { body: { type: 'raw', language: rawLanguage(type), text }, contentType };
}

type Media = readonly [type: string, media: JsonObject];

/** Chooses JSON if there is any, otherwise the first media type. */
export function chooseMedia(content: unknown, document: ApiDocument): Media | null {
  return mediaOf(content, document)[0] ?? null;
}

/** Returns all media types, of which the first is the one that `chooseMedia()` chooses. */
export function mediaOf(content: unknown, document: ApiDocument): readonly Media[] {
  const types = Object.keys(isObject(content) ? content : {});
  const chosen =
    types.find((type) => /^application\/json\b/i.test(type)) ??
    types.find((type) => /[/+]json\b/i.test(type));
  const sorted = chosen === undefined ? types : [chosen, ...types.filter((type) => type !== chosen)];
  return sorted.map((type) => [
    type.toWellFormed(),
    document.references.fields((content as JsonObject)[type]),
  ]);
}

function isBinaryType(type: string): boolean {
  return /^(?:image|audio|video|font)\/|^application\/(?:octet-stream|pdf|zip|gzip)\b/i.test(type);
}

function isFileSchema(given: unknown, document: ApiDocument): boolean {
  const schema = document.references.fields(given);
  const { type, format, contentMediaType, contentEncoding } = schema;
  if (type === 'file' || format === 'binary') return true;
  return (
    typeof contentMediaType === 'string' && contentEncoding === undefined && isBinaryType(contentMediaType)
  );
}

/** Returns the fields of a form; files are included even if the example omits them. */
function fieldsOf(
  media: JsonObject,
  properties: ReadonlyMap<string, unknown>,
  document: ApiDocument,
): FormField[] {
  const { value } = document.texts.example(media, 'request');
  const given = new Map(Object.entries(isObject(value) ? value : {}));
  for (const [name, property] of properties)
    if (!given.has(name) && isFileField(property, document)) given.set(name, '');
  const encoding = isObject(media['encoding']) ? media['encoding'] : {};
  return [...given].flatMap(([name, inner]) =>
    fieldOf(name, inner, properties.get(name), document.references.fields(encoding[name]), document),
  );
}

function fieldOf(
  name: string,
  value: unknown,
  property: unknown,
  encoding: JsonObject,
  document: ApiDocument,
): readonly FormField[] {
  const docs = scalarText(document.references.fields(property)['description']) ?? '';
  const [contentType = ''] = (scalarText(encoding['contentType']) ?? '').split(',');
  const field = { name: name.toWellFormed(), enabled: true, docs, contentType: contentType.trim() };
  if (isFileField(property, document)) return [{ ...field, value: '', files: [''] }];
  const values = Array.isArray(value) && value.every((each) => !isObject(each)) ? value : [value];
  return (values.length === 0 ? [''] : values).map((each) => ({
    ...field,
    value: plainText(each),
    files: null,
  }));
}

function isFileField(property: unknown, document: ApiDocument): boolean {
  return (
    isFileSchema(property, document) || isFileSchema(document.references.fields(property)['items'], document)
  );
}

function pairOf({ name, value, enabled, docs }: FormField): Pair {
  return { name, value, enabled, docs };
}
