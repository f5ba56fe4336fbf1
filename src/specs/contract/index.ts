// An OpenAPI document as a contract: the requests that it allows, and the responses that it promises. References to
// other documents are not followed here; files beside the document are joined into it beforehand.
import { isObject } from '../../base/is-object.ts';
import { ApiDocument, type ApiOperation } from '../../documents/openapi/document.ts';
import { scalarText, type JsonObject } from '../../documents/json-values.ts';
import { PathIndex, type PathMatch } from '../../documents/paths/index.ts';
import { decodeSegment, parsePathAndQuery } from '../../documents/paths/path-and-query.ts';
import { templateSegments } from '../../documents/paths/template.ts';
import { bodyValue, mediaFits } from './bodies.ts';
import { DocumentParts } from './document-parts.ts';
import { FieldValues, styleOf } from './field-values.ts';
import {
  fieldValue,
  headerPairs,
  parameterValue,
  headerText,
  type ContractRequest,
  type FieldValue,
} from './parameters.ts';
import { SchemaChecker } from './schema-checker.ts';
import { violationsOf, type BrokenRule, type Violation } from './violation.ts';

export type { BrokenRule, Violation } from './violation.ts';

export interface ContractResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ContractRequest['headers'];
  /** Null when it is not known as a whole. */
  readonly body: Buffer | null;
}

interface Endpoint {
  readonly operation: ApiOperation;
  /** Parameters behind the path, as in `/{bucket}?acl`, which have to be there. */
  readonly query: readonly string[];
}

/** An operation that a request is for, with the values in its path. */
export interface MatchedOperation {
  readonly operation: ApiOperation;
  readonly values: ReadonlyMap<string, string>;
  readonly query: readonly (readonly [string, string])[];
}

/** The operations of a path. */
export interface FoundPath {
  /** Null when the path has no operation for the method. */
  readonly match: MatchedOperation | null;
  /** As the document has it; null for an unknown path. */
  readonly path: string | null;
  /** In upper case; empty for an unknown path. */
  readonly methods: readonly string[];
}

export class ApiContract {
  readonly document: ApiDocument;
  readonly #values: FieldValues;
  readonly #operations = new PathIndex<Endpoint>();
  /** The paths of the servers, which requests may begin with. */
  readonly #bases: readonly (readonly string[])[];
  readonly #requests: SchemaChecker;
  readonly #responses: SchemaChecker;
  #parts: DocumentParts | null = null;
  /** Hosts of the servers, in lower case; empty when the document names none. */
  readonly hosts: ReadonlySet<string>;

  /** Throws an Error that says what is wrong with the document as a whole. */
  constructor(root: JsonObject) {
    this.document = new ApiDocument(root, () => undefined);
    this.#values = new FieldValues(this.document.references);
    this.#requests = new SchemaChecker(root, 'readOnly');
    this.#responses = new SchemaChecker(root, 'writeOnly');
    const servers = this.document.servers.flatMap((url) => URL.parse(url) ?? []);
    this.hosts = new Set(servers.map(({ hostname }) => hostname.toLowerCase()));
    const bases = servers.map(({ pathname }) => segmentsOf(pathname)).filter((base) => base.length > 0);
    this.#bases = [...new Map(bases.map((base) => [base.join('/'), base])).values()];
    for (const operation of this.document.operations()) {
      const [path = '', query = ''] = operation.path.split(/[?#]/, 2);
      this.#operations.add(templateSegments(path), { operation, query: queryNames(query) });
    }
  }

  /** `url` is the path with its query. HEAD is allowed wherever GET is. */
  find(method: string, url: string): FoundPath {
    const target = parsePathAndQuery(url);
    const path = target.path.filter((segment) => segment !== '').map(decodeSegment);
    const fitting = this.#fitting(path, target.query);
    const methods = [...new Set(fitting.map(({ entry }) => methodOf(entry)))];
    const allowed = method === 'HEAD' ? ['HEAD', 'GET'] : [method];
    const match = fitting.find(({ entry }) => allowed.includes(methodOf(entry)));
    const template = fitting[0]?.entry.operation.path ?? null;
    if (match === undefined) return { match: null, path: template, methods };
    return {
      match: { operation: match.entry.operation, values: match.values, query: target.query },
      path: template,
      methods,
    };
  }

  /** Returns a path without that of the server with which it begins. */
  withoutBase(path: string): string {
    const segments = segmentsOf(path);
    const lengths = this.#bases
      .filter((base) => base.every((segment, at) => segments[at] === segment))
      .map(({ length }) => length);
    return lengths.length === 0 ? path : `/${segments.slice(Math.max(...lengths)).join('/')}`;
  }

  /** Returns the operations of a path, the most specific path first. */
  #fitting(path: readonly string[], query: MatchedOperation['query']): readonly PathMatch<Endpoint>[] {
    const within = this.#bases.filter((base) => base.every((segment, index) => path[index] === segment));
    const candidates = [...within.map((base) => path.slice(base.length)), path];
    const has = (name: string): boolean => query.some(([each]) => each === name);
    return candidates.flatMap((each) =>
      this.#operations
        .find(each)
        .filter(({ entry }) => entry.query.every(has))
        .sort((a, b) => (a.rank === b.rank ? b.entry.query.length - a.entry.query.length : 0)),
    );
  }

  parameterViolations(
    { operation, values, query }: MatchedOperation,
    request: ContractRequest,
  ): readonly Violation[] {
    return operation.parameters.flatMap((parameter) => {
      const label = `${scalarText(parameter['in']) ?? ''} parameter ${scalarText(parameter['name']) ?? ''}`;
      const value = parameterValue(parameter, { ...request, query, path: values }, this.#values);
      return this.#field(parameter, value, label, this.#requests);
    });
  }

  /** Checks the body of a request; null for a body that is not known as a whole. */
  bodyViolations(
    { operation }: MatchedOperation,
    { headers }: ContractRequest,
    body: Buffer | null,
  ): readonly [status: 415 | 422, readonly Violation[]] {
    const expected = this.document.references.fields(operation.fields['requestBody']);
    if (body?.length === 0)
      return [
        422,
        expected['required'] === true
          ? [
              {
                location: 'body',
                detail: 'the body is missing',
                rule: { from: expected, names: ['required'], value: undefined },
              },
            ]
          : [],
      ];
    return this.#content(expected, headerText(headers['content-type']), body, this.#requests);
  }

  /** Returns the response for a status: its own, that of its range, or the default one; null without any. */
  responseOf(operation: ApiOperation, status: number): JsonObject | null {
    const responses = responsesOf(operation);
    const key = keyOf(responses, status);
    return key === null ? null : this.document.references.fields(responses[key]);
  }

  /** Returns the key of that response, such as `200` or `4XX`. */
  responseKey(operation: ApiOperation, status: number): string | null {
    return keyOf(responsesOf(operation), status);
  }

  /** Returns nothing for a value that fits the schema of a response, or a schema that cannot be used. */
  valueViolations(schema: unknown, value: unknown): readonly Violation[] {
    return violationsOf(this.#responses, schema, value, 'body');
  }

  /** Returns the names that lead to a part of the document; null for one that is only derived from it. */
  pathOf({ from, names }: BrokenRule): readonly string[] | null {
    this.#parts ??= new DocumentParts(this.document.root);
    return this.#parts.pathOf(from, names);
  }

  responseViolations({ operation }: MatchedOperation, response: ContractResponse): readonly Violation[] {
    const { status, headers, body } = response;
    const expected = this.responseOf(operation, status);
    if (expected === null) {
      const known = statusesOf(operation);
      const list = known.length === 0 ? 'the document has none' : `the document has ${known.join(', ')}`;
      const rule = this.#ofOperation(operation, 'responses', status);
      return [{ location: 'status', detail: `the status ${status} is not documented: ${list}`, rule }];
    }
    const fields = isObject(expected['headers']) ? Object.entries(expected['headers']) : [];
    const fieldViolations = fields.flatMap(([name, field]) => {
      const resolved = this.document.references.fields(field);
      const how = styleOf(resolved, 'simple');
      const pairs = headerPairs(name, headers[name.toLowerCase()], how);
      const value = fieldValue(name, pairs, resolved, how, this.#values);
      return this.#field(resolved, value, `response header ${name}`, this.#responses);
    });
    if (body?.length === 0) return fieldViolations;
    const type = headerText(headers['content-type']);
    return [...fieldViolations, ...this.#content(expected, type, body, this.#responses)[1]];
  }

  /** Names a part of an operation from the root, since that of Swagger is a copy. */
  #ofOperation({ path, method }: ApiOperation, part: string, value: unknown): BrokenRule {
    return { from: this.document.root, names: ['paths', path, method.toLowerCase(), part], value };
  }

  #field(
    field: JsonObject,
    value: FieldValue,
    location: string,
    checker: SchemaChecker,
  ): readonly Violation[] {
    if (value.type === 'absent') {
      const rule: BrokenRule = { from: field, names: ['required'], value: undefined };
      return field['required'] === true ? [{ location, detail: `the ${location} is missing`, rule }] : [];
    }
    if (value.type === 'malformed') return [{ location, detail: `the ${location} ${value.reason}` }];
    const [first = [], ...others] = value.candidates.map((each) =>
      violationsOf(checker, value.schema, each, location),
    );
    return others.some((violations) => violations.length === 0) ? [] : first;
  }

  /** Checks a body against the `content` of what is expected. */
  #content(
    expected: JsonObject,
    contentType: string,
    body: Buffer | null,
    checker: SchemaChecker,
  ): readonly [status: 415 | 422, readonly Violation[]] {
    const content = isObject(expected['content']) ? expected['content'] : {};
    if (Object.keys(content).length === 0) return [422, []];
    const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
    const media = Object.entries(content).find(([name]) => mediaFits(name, type))?.[1];
    if (media === undefined) {
      const detail = `the body is ${type === '' ? 'of no type' : type}, and the document has ${Object.keys(content).join(', ')}`;
      const rule: BrokenRule = { from: expected, names: ['content'], value: type };
      return [415, [{ location: 'body', detail, rule }]];
    }
    if (body === null) return [422, []];
    const fields = this.document.references.fields(media);
    const read = bodyValue(body, { mediaType: type, contentType, media: fields }, this.#values);
    if (read.type === 'malformed') return [422, [{ location: 'body', detail: read.reason }]];
    if (read.type === 'unknown') return [422, []];
    return [422, violationsOf(checker, fields['schema'], read.value, 'body')];
  }
}

/** Returns the keys of the responses of an operation, such as `200`, `4XX` and `default`. */
export function statusesOf(operation: ApiOperation): readonly string[] {
  return Object.keys(responsesOf(operation)).filter((each) => !each.startsWith('x-'));
}

function responsesOf({ fields }: ApiOperation): JsonObject {
  return isObject(fields['responses']) ? fields['responses'] : {};
}

function keyOf(responses: JsonObject, status: number): string | null {
  const range = Math.floor(status / 100);
  const keys = [String(status), `${range}XX`, `${range}xx`, 'default'];
  return keys.find((each) => responses[each] !== undefined) ?? null;
}

function methodOf({ operation }: Endpoint): string {
  return operation.method.toUpperCase();
}

function queryNames(query: string): readonly string[] {
  return query
    .split('&')
    .map((part) => part.split('=', 1)[0]!)
    .filter((name) => name !== '');
}

function segmentsOf(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '');
}
