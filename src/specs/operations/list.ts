// Lists the operations of an API description, with their parameters, bodies and responses.
import { isObject } from '../../base/is-object.ts';
import { ApiDocument, type ApiOperation } from '../../documents/openapi/document.ts';
import { referenceOf } from '../../documents/openapi/references.ts';
import { scalarText, type JsonObject } from '../../documents/json-values.ts';
import { mediaOf } from '../../interchange/import/openapi/body.ts';
import { requestIdOf } from '../../interchange/import/openapi/ids.ts';
import { valueText } from '../../interchange/import/openapi/parameters.ts';
import { ImportContext } from '../../interchange/import/shared/import-context.ts';
import type {
  ApiBody,
  ApiParameter,
  ApiResponse,
  ListedOperation,
  OperationPage,
  SpecTasks,
} from './tasks.ts';

/** Characters of the JSON of a page, after which it ends. */
const MAX_PAGE = 2 * 1024 * 1024;
const MAX_TYPES = 10;
const MAX_WARNINGS = 100;
/** Values of a schema whose references are replaced; beyond, they stay. */
const MAX_VALUES = 1000;
const MAX_DEPTH = 20;

/** Throws a UserError that says what is wrong with the document as a whole. */
export function listOperations(
  root: JsonObject,
  { search, offset, limit }: SpecTasks['list']['params'],
): OperationPage {
  const warnings = new Set<string>();
  const document = new ApiDocument(root, (sentence) => warnings.add(sentence));
  const found = identified(document).filter((each) => matches(each.operation, search.toLowerCase()));
  const operations: ListedOperation[] = [];
  for (let size = 0; operations.length < limit && size < MAX_PAGE;) {
    const each = found[offset + operations.length];
    if (each === undefined) break;
    const listed = listedOperation(each, document);
    operations.push(listed);
    size += JSON.stringify(listed).length;
  }
  const next = offset + operations.length;
  return {
    total: found.length,
    operations,
    next: next < found.length ? next : null,
    warnings: [...warnings].slice(0, MAX_WARNINGS),
  };
}

export interface IdentifiedOperation {
  readonly id: string;
  readonly operation: ApiOperation;
}

/** Returns the operations with the ids of their requests, which are unique in the order of the document. */
export function identified(document: ApiDocument): readonly IdentifiedOperation[] {
  const context = new ImportContext();
  return [...document.operations()].map((operation) => ({ id: requestIdOf(operation, context), operation }));
}

function matches({ method, path, fields }: ApiOperation, search: string): boolean {
  const texts = [`${method} ${path}`, textOf(fields['operationId']), textOf(fields['summary'])];
  return texts.some((text) => text.toLowerCase().includes(search));
}

function listedOperation({ id, operation }: IdentifiedOperation, document: ApiDocument): ListedOperation {
  const { method, path, fields, parameters } = operation;
  const { tags } = fields;
  return {
    id,
    method,
    path,
    operationId: textOf(fields['operationId']),
    summary: textOf(fields['summary']),
    description: textOf(fields['description']),
    tags: (Array.isArray(tags) ? tags : []).flatMap((tag) => scalarText(tag) ?? []),
    isDeprecated: fields['deprecated'] === true,
    parameters: parameters.map((each) => listedParameter(each, document)),
    bodies: bodiesOf(document.references.fields(fields['requestBody']), 'request', document),
    responses: responsesOf(fields['responses'], document),
    security: securityOf(fields['security'] ?? document.root['security']),
  };
}

function listedParameter(parameter: JsonObject, document: ApiDocument): ApiParameter {
  return {
    name: textOf(parameter['name']),
    in: textOf(parameter['in']),
    required: parameter['required'] === true,
    description: textOf(parameter['description']),
    schema: expanded(parameter['schema'], document),
    example: valueText(parameter, document),
  };
}

function responsesOf(responses: unknown, document: ApiDocument): readonly ApiResponse[] {
  return Object.entries(isObject(responses) ? responses : {})
    .filter(([status]) => !status.startsWith('x-'))
    .map(([status, given]) => {
      const fields = document.references.fields(given);
      const bodies = bodiesOf(fields, 'response', document);
      return { status: status.toWellFormed(), description: textOf(fields['description']), bodies };
    });
}

function bodiesOf(
  { content }: JsonObject,
  direction: 'request' | 'response',
  document: ApiDocument,
): readonly ApiBody[] {
  return mediaOf(content, document)
    .slice(0, MAX_TYPES)
    .map(([mediaType, media]) => ({
      mediaType,
      schema: expanded(media['schema'] ?? media['itemSchema'], document),
      example: document.texts.of(media, mediaType, direction),
    }));
}

function securityOf(security: unknown): ListedOperation['security'] {
  const alternatives = Array.isArray(security) ? security.filter(isObject) : [];
  return alternatives.map((schemes) =>
    Object.fromEntries(
      Object.entries(schemes).map(([name, scopes]) => [
        name,
        (Array.isArray(scopes) ? scopes : []).flatMap((scope) => scalarText(scope) ?? []),
      ]),
    ),
  );
}

/** Returns a schema with its references replaced, as far as it stays small; null for none. */
function expanded(schema: unknown, { references }: ApiDocument): unknown {
  let values = 0;
  const walk = (value: unknown, around: readonly string[], depth: number): unknown => {
    values += 1;
    if (Array.isArray(value)) return value.map((each) => walk(each, around, depth + 1));
    if (!isObject(value)) return value;
    const reference = referenceOf(value);
    if (reference !== null) {
      if (around.includes(reference) || values > MAX_VALUES || depth > MAX_DEPTH) return value;
      return walk(references.resolve(value) ?? value, [...around, reference], depth + 1);
    }
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, walk(inner, around, depth + 1)]),
    );
  };
  return schema === undefined ? null : walk(schema, [], 0);
}

function textOf(value: unknown): string {
  return (scalarText(value) ?? '').toWellFormed();
}
