// Checks requests against an OpenAPI document, and names what is wrong as problem details (RFC 9457). References to
// other files and hosts are never followed: what depends on them is not checked.
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isObject } from '../../base/is-object.ts';
import { ApiDocument, type ApiOperation } from '../../documents/openapi/document.ts';
import { scalarText, type JsonObject } from '../../documents/json-values.ts';
import type { Answer } from './answer.ts';
import type { MockRequest } from './match.ts';
import { decodeSegment, parseTarget } from './target.ts';

interface Violation {
  /** For example `query parameter page` or `body/name`. */
  readonly place: string;
  readonly detail: string;
}

interface Endpoint {
  readonly operation: ApiOperation;
  readonly segments: readonly string[];
}

const MAX_VIOLATIONS = 20;
const ROOT = 'document';

export class RequestValidator {
  readonly #document: ApiDocument;
  readonly #endpoints: readonly Endpoint[];
  /** The path of the server, which requests may begin with. */
  readonly #base: readonly string[];
  readonly #ajv: Ajv | Ajv2020;
  readonly #schemas = new Map<unknown, ValidateFunction | null>();

  /** Throws an Error that says what is wrong with the document as a whole. */
  constructor(root: JsonObject) {
    this.#document = new ApiDocument(root, () => undefined);
    const options = {
      strict: false,
      allErrors: true,
      coerceTypes: false,
      validateSchema: false,
      validateFormats: false,
      logger: false,
    } as const;
    const is31 = /^3\.[1-9]/.test(scalarText(root['openapi']) ?? '');
    this.#ajv = is31 ? new Ajv2020(options) : new Ajv(options);
    this.#ajv.addSchema({ ...root, $id: ROOT });
    this.#base = segmentsOf(URL.parse(this.#document.server ?? '', 'http://localhost')?.pathname ?? '');
    this.#endpoints = [...this.#document.operations()].map((operation) => ({
      operation,
      segments: segmentsOf(operation.path),
    }));
  }

  /** Returns the answer to a request that is not valid; null for a valid one. */
  problem(request: MockRequest): Answer | null {
    if (request.method === 'OPTIONS') return null;
    const target = parseTarget(request.url);
    const path = target.path.filter((segment) => segment !== '').map(decodeSegment);
    const fitting = this.#fitting(path);
    if (fitting.length === 0)
      return problemAnswer(
        404,
        'Not found',
        `the document has no path ${request.url.split('?', 1)[0] ?? ''}`,
      );
    const method = request.method === 'HEAD' ? ['HEAD', 'GET'] : [request.method];
    const found = fitting.find(({ endpoint }) => method.includes(endpoint.operation.method.toUpperCase()));
    if (found === undefined) {
      const known = fitting.map(({ endpoint }) => endpoint.operation.method.toUpperCase()).join(', ');
      return problemAnswer(
        405,
        'Method not allowed',
        `the path has the methods ${known}`,
        [],
        ['Allow', known],
      );
    }
    const { operation } = found.endpoint;
    const parameters = operation.parameters.flatMap((parameter) =>
      this.#parameter(parameter, parameterText(parameter, request, target.query, found.values)),
    );
    const [bodyStatus, body] = this.#body(operation, request);
    const violations = [...parameters, ...body].slice(0, MAX_VIOLATIONS);
    if (violations.length === 0) return null;
    const status = parameters.length > 0 ? 422 : bodyStatus;
    return problemAnswer(status, TITLES[status], violations[0]?.detail ?? '', violations);
  }

  /** Returns the endpoints of a path; those with fewer variables first. */
  #fitting(path: readonly string[]): readonly { endpoint: Endpoint; values: ReadonlyMap<string, string> }[] {
    const candidates = this.#base.every((segment, index) => path[index] === segment)
      ? [path.slice(this.#base.length), path]
      : [path];
    return this.#endpoints
      .flatMap((endpoint) => {
        const values = candidates
          .map((each) => valuesIn(endpoint.segments, each))
          .find((each): each is ReadonlyMap<string, string> => each !== null);
        return values === undefined ? [] : [{ endpoint, values }];
      })
      .sort((a, b) => a.values.size - b.values.size);
  }

  #parameter(parameter: JsonObject, text: string | undefined): readonly Violation[] {
    const place = `${scalarText(parameter['in']) ?? ''} parameter ${scalarText(parameter['name']) ?? ''}`;
    if (text === undefined)
      return parameter['required'] === true ? [{ place, detail: `the ${place} is missing` }] : [];
    const schema = parameter['schema'] ?? parameter;
    const type = this.#document.references.fields(schema)['type'];
    // Lists and objects have styles of their own, which are not checked.
    if (type === 'array' || type === 'object') return [];
    return this.#check(schema, typed(text, type), place);
  }

  #body(operation: ApiOperation, request: MockRequest): readonly [status: 415 | 422, readonly Violation[]] {
    const body = this.#document.references.fields(operation.fields['requestBody']);
    const content = isObject(body['content']) ? body['content'] : null;
    const bytes = request.body ?? Buffer.alloc(0);
    const isEmpty = bytes.length === 0;
    if (content === null || isEmpty)
      return [
        422,
        isEmpty && body['required'] === true ? [{ place: 'body', detail: 'the body is missing' }] : [],
      ];
    const given = textOf(request.headers['content-type']);
    const type = given.split(';', 1)[0]?.trim().toLowerCase() ?? '';
    const media = Object.entries(content).find(([name]) => mediaFits(name, type))?.[1];
    if (media === undefined) {
      const detail = `the body is ${type === '' ? 'of no type' : type}, and the document has ${Object.keys(content).join(', ')}`;
      return [415, [{ place: 'body', detail }]];
    }
    if (!/[/+]json$/.test(type)) return [422, []];
    try {
      const value: unknown = JSON.parse(bytes.toString());
      return [422, this.#check(this.#document.references.fields(media)['schema'], value, 'body')];
    } catch {
      return [422, [{ place: 'body', detail: 'the body is not valid JSON' }]];
    }
  }

  #check(schema: unknown, value: unknown, place: string): readonly Violation[] {
    const validate = this.#compiled(schema);
    if (validate === null || validate(value)) return [];
    return (validate.errors ?? []).map((error) => violationOf(error, place));
  }

  /** Returns null for a schema that cannot be used, for example since it refers to another file. */
  #compiled(schema: unknown): ValidateFunction | null {
    const known = this.#schemas.get(schema);
    if (known !== undefined) return known;
    let validate: ValidateFunction | null = null;
    try {
      if (isObject(schema)) validate = this.#ajv.compile(withRoot(schema));
    } catch {
      validate = null;
    }
    this.#schemas.set(schema, validate);
    return validate;
  }
}

const TITLES = { 415: 'Unsupported media type', 422: 'The request does not fit the document' } as const;

/** Makes references within the document refer to it from outside. */
function withRoot(schema: JsonObject): JsonObject {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      key === '$ref' && typeof value === 'string' && value.startsWith('#') ? ROOT + value : value,
    ),
  ) as JsonObject;
}

function violationOf(
  { instancePath, message = 'is not valid', params }: ErrorObject,
  place: string,
): Violation {
  const path = `${place}${instancePath}`;
  const more = 'additionalProperty' in params ? `: ${String(params['additionalProperty'])}` : '';
  const allowed = 'allowedValues' in params ? `: ${JSON.stringify(params['allowedValues'])}` : '';
  return { place: path, detail: `${path} ${message}${more}${allowed}` };
}

function segmentsOf(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '');
}

/** Returns the values of `{names}` in a path; null when it does not fit. */
function valuesIn(expected: readonly string[], path: readonly string[]): ReadonlyMap<string, string> | null {
  if (expected.length !== path.length) return null;
  const values = new Map<string, string>();
  for (const [index, segment] of expected.entries()) {
    const name = /^\{([^{}]+)\}$/.exec(segment)?.[1];
    if (name !== undefined) values.set(name, path[index]!);
    else if (!segment.includes('{') && segment !== path[index]) return null;
  }
  return values;
}

function parameterText(
  { in: location, name: given }: JsonObject,
  { headers }: MockRequest,
  query: readonly (readonly [string, string])[],
  path: ReadonlyMap<string, string>,
): string | undefined {
  const name = scalarText(given) ?? '';
  switch (location) {
    case 'path':
      // A name that is only part of a segment is not taken apart.
      return path.get(name) ?? '';
    case 'query':
      return query.find(([each]) => each === name || each === `${name}[]`)?.[1];
    case 'header': {
      const value = headers[name.toLowerCase()];
      return value === undefined ? undefined : textOf(value);
    }
    case 'cookie':
      return new Map(
        textOf(headers['cookie'])
          .split(/;\s*/)
          .map((pair) => [pair.split('=', 1)[0] ?? '', pair.slice(pair.indexOf('=') + 1)] as const),
      ).get(name);
    default:
      return '';
  }
}

/** Converts the text of a parameter to the type that its schema names, when it has that form. */
function typed(text: string, type: unknown): unknown {
  const types = Array.isArray(type) ? (type as readonly unknown[]) : [type];
  const isNumber = types.includes('integer') || types.includes('number');
  if (isNumber && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text);
  if (types.includes('boolean') && /^(?:true|false)$/.test(text)) return text === 'true';
  return text;
}

function mediaFits(name: string, type: string): boolean {
  const wanted = name.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (wanted === type || wanted === '*/*') return true;
  return wanted.endsWith('/*') && type.startsWith(wanted.slice(0, -1));
}

function textOf(value: string | readonly string[] | undefined): string {
  return typeof value === 'object' ? value.join(', ') : (value ?? '');
}

function problemAnswer(
  status: number,
  title: string,
  detail: string,
  errors: readonly Violation[] = [],
  more: readonly string[] = [],
): Answer {
  const body = Buffer.from(
    `${JSON.stringify({ type: 'about:blank', title, status, detail, ...(errors.length > 0 && { errors }) })}\n`,
  );
  const headers = ['Content-Type', 'application/problem+json', 'Content-Length', String(body.length)];
  return { status, reason: '', headers: [...headers, 'Access-Control-Allow-Origin', '*', ...more], body };
}
