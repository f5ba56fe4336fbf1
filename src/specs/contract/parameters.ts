// The values of parameters in a request.
import { isObject } from '../../base/is-object.ts';
import { scalarText, type JsonObject } from '../../documents/json-values.ts';
import { styleOf, type FieldStyle, type FieldValues, type Pairs } from './field-values.ts';

export interface ContractRequest {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** The parts of a request that carry parameters. */
export interface ParameterSource extends ContractRequest {
  readonly query: Pairs;
  /** Values of `{names}` in the path. */
  readonly path: ReadonlyMap<string, string>;
}

/** The value of a parameter or header: one of `candidates`, depending on how its text is understood. */
export type FieldValue =
  | { readonly type: 'absent' }
  | { readonly type: 'present'; readonly schema: unknown; readonly candidates: readonly unknown[] }
  | { readonly type: 'malformed'; readonly reason: string };

const ABSENT: FieldValue = { type: 'absent' };
const USUAL_STYLES: Readonly<Record<string, string>> = { query: 'form', cookie: 'form' };

export function parameterValue(
  parameter: JsonObject,
  source: ParameterSource,
  values: FieldValues,
): FieldValue {
  const name = scalarText(parameter['name']) ?? '';
  const location = scalarText(parameter['in']) ?? '';
  const how = styleOf(parameter, USUAL_STYLES[location] ?? 'simple');
  const pairs = pairsIn(location, name, source, how);
  return fieldValue(name, pairs, parameter, how, values);
}

/** Returns the value of a header of a response, or of a parameter. `pairs`: everything at its location. */
export function fieldValue(
  name: string,
  pairs: Pairs,
  field: JsonObject,
  how: FieldStyle,
  values: FieldValues,
): FieldValue {
  const text = pairs.find(([each]) => each === name)?.[1];
  const [media] = isObject(field['content']) ? Object.entries(field['content']) : [];
  if (media !== undefined) return text === undefined ? ABSENT : contentValue(text, media);
  const schema = field['schema'] ?? field;
  const types = values.types(schema);
  if (types.has('array') || types.has('object')) {
    const value = values.composed(name, pairs, schema, how);
    if (value === undefined) return ABSENT;
    const isAlsoScalar = [...types].some((type) => type !== 'array' && type !== 'object');
    const scalars = isAlsoScalar && text !== undefined ? values.scalars(text, schema) : [];
    return { type: 'present', schema, candidates: [value, ...scalars] };
  }
  if (text === undefined) return ABSENT;
  return { type: 'present', schema, candidates: values.scalars(text, schema) };
}

/** Reads a parameter that is described by a media type. */
function contentValue(text: string, [type, media]: readonly [string, unknown]): FieldValue {
  const schema = isObject(media) ? media['schema'] : undefined;
  if (!/[/+]json\b/i.test(type)) return { type: 'present', schema, candidates: [text] };
  try {
    return { type: 'present', schema, candidates: [JSON.parse(text)] };
  } catch {
    return { type: 'malformed', reason: 'is not valid JSON' };
  }
}

function pairsIn(
  location: string,
  name: string,
  { headers, query, path }: ParameterSource,
  how: FieldStyle,
): Pairs {
  switch (location) {
    case 'query':
      return query;
    case 'path':
      return segmentPairs(name, path.get(name), how);
    case 'header': {
      const value = headers[name.toLowerCase()];
      return value === undefined ? [] : delimited(name, headerText(value), how);
    }
    case 'cookie':
      return headerText(headers['cookie'])
        .split(/;\s*/)
        .map((pair) => [pair.split('=', 1)[0] ?? '', pair.slice(pair.indexOf('=') + 1)] as const);
    default:
      return [[name, '']];
  }
}

/** Takes a segment of a path apart: `1,2`, `.1.2` or `;id=1;id=2`. */
function segmentPairs(name: string, text: string | undefined, how: FieldStyle): Pairs {
  // The path has no such variable.
  if (text === undefined) return [[name, '']];
  if (how.style === 'label') {
    const plain = text.replace(/^\./, '');
    return delimited(name, how.explode ? plain.replaceAll('.', ',') : plain, how);
  }
  if (how.style !== 'matrix') return delimited(name, text, how);
  return text
    .split(';')
    .filter((part) => part !== '')
    .map((part) => [
      part.split('=', 1)[0] ?? '',
      part.includes('=') ? part.slice(part.indexOf('=') + 1) : '',
    ]);
}

/** Lists of headers and paths have commas, exploded or not; exploded objects are `a=1,b=2`. */
function delimited(name: string, text: string, { explode }: FieldStyle): Pairs {
  const parts = text.split(',').map((part) => part.trim());
  const isObjectLike = explode && parts.every((part) => /^[^=]+=/.test(part));
  return [
    [name, text],
    ...(isObjectLike
      ? parts.map((part) => [part.split('=', 1)[0] ?? '', part.slice(part.indexOf('=') + 1)] as const)
      : []),
  ];
}

/** Returns the pairs of a header of a response. */
export function headerPairs(
  name: string,
  value: string | readonly string[] | undefined,
  how: FieldStyle,
): Pairs {
  return value === undefined ? [] : delimited(name, headerText(value), how);
}

export function headerText(value: string | readonly string[] | undefined): string {
  return typeof value === 'object' ? value.join(', ') : (value ?? '');
}
