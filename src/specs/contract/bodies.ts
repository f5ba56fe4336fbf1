// The values of bodies, by their media type: JSON, forms, multipart forms, YAML and text.
import { latin1 } from '../../base/bytes.ts';
import { isObject } from '../../base/is-object.ts';
import { boundaryOf, readMultipart, type Part } from '../../codec/multipart.ts';
import { readForm } from '../../codec/urlencoded.ts';
import type { JsonObject } from '../../documents/json-values.ts';
import { parseYaml } from '../../documents/yaml.ts';
import { styleOf, type FieldValues, type Pairs } from './field-values.ts';

export type BodyValue =
  | { readonly type: 'value'; readonly value: unknown }
  | { readonly type: 'malformed'; readonly reason: string }
  /** A media type whose content is not checked. */
  | { readonly type: 'unknown' };

const MAX_FIELDS = 10_000;
const UNKNOWN: BodyValue = { type: 'unknown' };

export interface BodyForm {
  /** The type alone, in lower case. */
  readonly mediaType: string;
  readonly contentType: string;
  /** The media type object of the document. */
  readonly media: JsonObject;
}

export function bodyValue(body: Buffer, form: BodyForm, values: FieldValues): BodyValue {
  const { mediaType } = form;
  if (/[/+]json$/.test(mediaType)) return json(body);
  if (/^application\/(?:x-ndjson|jsonl|json-seq)$/.test(mediaType)) return UNKNOWN;
  if (mediaType === 'application/x-www-form-urlencoded') return urlencoded(body, form, values);
  if (mediaType === 'multipart/form-data') return multipart(body, form, values);
  if (/[/+](?:x-)?yaml$/.test(mediaType)) return yaml(body);
  if (mediaType === 'text/event-stream' || /[/+](?:xml|html)$/.test(mediaType)) return UNKNOWN;
  if (!mediaType.startsWith('text/')) return UNKNOWN;
  return { type: 'value', value: values.scalars(body.toString(), form.media['schema'])[0] };
}

function json(body: Buffer): BodyValue {
  try {
    return { type: 'value', value: JSON.parse(body.toString()) };
  } catch {
    return { type: 'malformed', reason: 'the body is not valid JSON' };
  }
}

function yaml(body: Buffer): BodyValue {
  try {
    return { type: 'value', value: parseYaml(body.toString()) };
  } catch {
    return { type: 'malformed', reason: 'the body is not valid YAML' };
  }
}

function urlencoded(body: Buffer, { media }: BodyForm, values: FieldValues): BodyValue {
  const { pairs, leftOut } = readForm(latin1(body), MAX_FIELDS);
  if (leftOut > 0) return UNKNOWN;
  const fields = pairs.map(({ name, value }) => [name, value] as const);
  return { type: 'value', value: formObject(fields, media, values) };
}

/** Returns the object that the fields of a form stand for, by the style that `encoding` names for each. */
function formObject(pairs: Pairs, { schema, encoding }: JsonObject, values: FieldValues): JsonObject {
  const styles = isObject(encoding) ? encoding : {};
  const composed = new Map<string, unknown>();
  const rest = new Set(pairs);
  for (const [name, property] of values.properties(schema)) {
    const types = values.types(property);
    if (!types.has('array') && !types.has('object')) continue;
    const own = isObject(styles[name]) ? styles[name] : isObject(property) ? property : {};
    const how = styleOf(own, types.has('object') && hasBrackets(pairs, name) ? 'deepObject' : 'form');
    const text = pairs.find(([each]) => each === name)?.[1];
    const value =
      types.has('object') && text !== undefined && /^\s*\{/.test(text)
        ? parsed(text)
        : values.composed(name, pairs, property, how);
    if (value === undefined) continue;
    composed.set(name, value);
    for (const pair of pairs) if (pair[0] === name || pair[0].startsWith(`${name}[`)) rest.delete(pair);
  }
  return { ...values.typedObject([...rest], schema), ...Object.fromEntries(composed) };
}

function hasBrackets(pairs: Pairs, name: string): boolean {
  return pairs.some(([each]) => each.startsWith(`${name}[`) && each !== `${name}[]`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function multipart(body: Buffer, { contentType, media }: BodyForm, values: FieldValues): BodyValue {
  const boundary = boundaryOf(contentType);
  if (boundary === null) return { type: 'malformed', reason: 'the body has no boundary' };
  const { parts, errors } = readMultipart(body, boundary);
  const [error] = errors;
  if (error !== undefined)
    return { type: 'malformed', reason: `the body is no multipart form: ${error.reason}` };
  const wrong = parts.find((part) => !hasExpectedType(part, media));
  if (wrong !== undefined)
    return {
      type: 'malformed',
      reason: `the part ${wrong.name ?? ''} is ${partType(wrong)}, and the document has ${expectedType(wrong, media) ?? ''}`,
    };
  const pairs = parts.map((part) => [part.name ?? '', partText(body, part)] as const);
  const decoded = formObject(pairs, media, values);
  const objects = parts.flatMap((part, index) =>
    /[/+]json$/.test(partType(part)) ? [[part.name ?? '', parsed(pairs[index]![1])] as const] : [],
  );
  return { type: 'value', value: { ...decoded, ...Object.fromEntries(objects) } };
}

/** Files stand for text of any content. */
function partText(body: Buffer, { filename, offset, size }: Part): string {
  return filename ?? body.toString('utf8', offset, offset + size);
}

function partType({ headers }: Part): string {
  const value = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? 'text/plain';
  return value.split(';', 1)[0]!.trim().toLowerCase();
}

function expectedType({ name }: Part, { encoding }: JsonObject): string | null {
  const own = isObject(encoding) ? encoding[name ?? ''] : undefined;
  const type = isObject(own) ? own['contentType'] : undefined;
  return typeof type === 'string' ? type : null;
}

function hasExpectedType(part: Part, media: JsonObject): boolean {
  const expected = expectedType(part, media);
  return expected === null || expected.split(',').some((type) => mediaFits(type, partType(part)));
}

/** True when a media type matches one of the document, which may be a range such as `image/*`. */
export function mediaFits(name: string, type: string): boolean {
  const wanted = name.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (wanted === type || wanted === '*/*') return true;
  return wanted.endsWith('/*') && type.startsWith(wanted.slice(0, -1));
}
