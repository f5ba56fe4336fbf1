// Converts parts of Swagger 2.0 (https://spec.openapis.org/oas/v2.0) to the shape of OpenAPI 3.
import { isObject } from '../../base/is-object.ts';
import { scalarText, type JsonObject } from '../json-values.ts';
import type { References } from './references.ts';

const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** Returns `https://host/basePath` with the first scheme; null when there is neither a host nor a path. */
export function serverOf({ host, basePath, schemes }: JsonObject): JsonObject | null {
  const path = scalarText(basePath) ?? '';
  const name = scalarText(host) ?? '';
  if (name === '') return path === '' ? null : { url: path };
  const scheme = Array.isArray(schemes) ? scalarText(schemes[0]) : undefined;
  return { url: `${scheme ?? 'http'}://${name}${path}`.replace(/\/+$/, '') };
}

/** Converts an operation. `parameters` are those of the operation and its path, with references resolved. */
export function operationOf(
  operation: JsonObject,
  parameters: readonly JsonObject[],
  root: JsonObject,
  references: References,
): JsonObject {
  const produces = mediaTypes(operation['produces'] ?? root['produces']);
  const consumes = mediaTypes(operation['consumes'] ?? root['consumes']);
  const requestBody = bodyOf(parameters, consumes);
  return {
    ...operation,
    parameters: parameters.filter((each) => !/^(?:body|formData)$/.test(String(each['in']))).map(parameterOf),
    ...(requestBody !== null && { requestBody }),
    responses: responsesOf(operation['responses'], produces, references),
  };
}

function mediaTypes(list: unknown): readonly string[] {
  const types = Array.isArray(list) ? list.slice(0, 20).filter((each) => typeof each === 'string') : [];
  return types.length === 0 ? ['application/json'] : types;
}

/** Converts a parameter, which in Swagger 2.0 contains the keywords of its schema. */
function parameterOf(parameter: JsonObject): JsonObject {
  return { ...parameter, schema: schemaOf(parameter), ...styleOf(parameter) };
}

/** Returns the style that OpenAPI 3 has for a list of Swagger 2. */
function styleOf({ collectionFormat }: JsonObject): JsonObject {
  const formats: Readonly<Record<string, JsonObject>> = {
    multi: { style: 'form', explode: true },
    ssv: { style: 'spaceDelimited', explode: false },
    pipes: { style: 'pipeDelimited', explode: false },
  };
  return formats[scalarText(collectionFormat) ?? 'csv'] ?? { explode: false };
}

/** Returns the schema of a parameter; `required` means something else in a schema. */
function schemaOf(parameter: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(parameter).filter(([word]) => word !== 'required' && word !== 'name' && word !== 'in'),
  );
}

function bodyOf(parameters: readonly JsonObject[], consumes: readonly string[]): JsonObject | null {
  const body = parameters.find((each) => each['in'] === 'body');
  if (body !== undefined) {
    const media = { schema: body['schema'], example: body['x-example'] };
    return { content: Object.fromEntries(consumes.map((type) => [type, media])) };
  }
  const form = parameters.filter((each) => each['in'] === 'formData');
  if (form.length === 0) return null;
  const hasFile = form.some((each) => each['type'] === 'file');
  const type = hasFile
    ? FORM_TYPES[1]
    : (consumes.find((each) => FORM_TYPES.includes(each)) ?? FORM_TYPES[0]);
  const byName = <T>(convert: (field: JsonObject) => T): Readonly<Record<string, T>> =>
    Object.fromEntries(form.map((each) => [scalarText(each['name']) ?? '', convert(each)]));
  const required = form.filter((each) => each['required'] === true).map((each) => scalarText(each['name']));
  const schema = { type: 'object', required, properties: byName(schemaOf) };
  return { content: { [type ?? '']: { schema, encoding: byName(styleOf) } } };
}

function responsesOf(responses: unknown, produces: readonly string[], references: References): JsonObject {
  if (!isObject(responses)) return {};
  const entries = Object.entries(responses).map(([code, response]): [string, unknown] => {
    const fields = references.fields(response);
    const { schema, examples, headers } = fields;
    const given = isObject(examples) ? examples : {};
    const types =
      schema === undefined ? Object.keys(given) : [...new Set([...Object.keys(given), ...produces])];
    const content = types
      .slice(0, 20)
      .map((type): [string, JsonObject] => [type, { schema, example: given[type] }]);
    return [code, { ...fields, content: Object.fromEntries(content), headers: headersOf(headers) }];
  });
  return Object.fromEntries(entries);
}

function headersOf(headers: unknown): JsonObject {
  if (!isObject(headers)) return {};
  return Object.fromEntries(
    Object.entries(headers).map(([name, header]) => [name, isObject(header) ? { schema: header } : {}]),
  );
}

/** Converts a security scheme. */
export function schemeOf(scheme: JsonObject): JsonObject {
  if (scheme['type'] === 'basic') return { ...scheme, type: 'http', scheme: 'basic' };
  if (scheme['type'] !== 'oauth2') return scheme;
  const names: Readonly<Record<string, string>> = {
    accessCode: 'authorizationCode',
    application: 'clientCredentials',
  };
  const flow = scalarText(scheme['flow']) ?? 'implicit';
  return { ...scheme, flows: { [names[flow] ?? flow]: scheme } };
}
