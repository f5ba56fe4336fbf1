// Reader for API descriptions in OpenAPI 3.0, 3.1 and 3.2 (https://spec.openapis.org/oas/latest.html) and Swagger 2.0.
// No type in a document is trusted. The result has the shape of OpenAPI 3 whatever the version.
import { UserError } from '../../base/errors.ts';
import { isObject } from '../../base/is-object.ts';
import { describeType, scalarText, type JsonObject } from '../json-values.ts';
import { ExampleTexts } from './example-text.ts';
import { References, type Warn } from './references.ts';
import { SchemaExamples } from './schema-example.ts';
import * as swagger from './swagger2.ts';

const MAX_URL = 2000;
/** The maximum length of the value of a variable in a URL. */
const MAX_VALUE = 1000;
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

export interface ApiOperation {
  /** In upper case, except for methods that only OpenAPI 3.2 knows. */
  readonly method: string;
  /** The key in the document. */
  readonly path: string;
  readonly fields: JsonObject;
  /** Parameters of the operation and of its path, with references resolved. */
  readonly parameters: readonly JsonObject[];
  /** The server of this operation; null when that of the document applies. */
  readonly server: string | null;
}

/** True when a value looks like an API description of any version. */
export function isApiDocument(value: unknown): value is JsonObject {
  return isObject(value) && ('openapi' in value || 'swagger' in value);
}

export class ApiDocument {
  readonly root: JsonObject;
  readonly references: References;
  readonly schemas: SchemaExamples;
  readonly texts: ExampleTexts;
  readonly #warn: Warn;
  readonly #isSwagger: boolean;

  /** Throws an Error that says what is wrong with the document as a whole. */
  constructor(root: JsonObject, warn: Warn) {
    this.root = root;
    this.#warn = warn;
    this.references = new References(root, warn);
    this.schemas = new SchemaExamples(this.references, warn);
    this.texts = new ExampleTexts(this.references, this.schemas, warn);
    this.#isSwagger = !('openapi' in root);
    checkVersion(root, warn);
    const sections = ['paths', 'webhooks', 'components'].filter((name) => root[name] !== undefined);
    for (const name of sections)
      if (!isObject(root[name]))
        throw new UserError(
          'INVALID_DATA',
          `"${name}" is ${describeType(root[name])}, where an object should be`,
        );
    if (sections.length === 0) throw new UserError('INVALID_DATA', 'it has neither "paths" nor "webhooks"');
  }

  get info(): JsonObject {
    return this.references.fields(this.root['info']);
  }

  /** The absolute URL of the first server; null when the document has none. */
  get server(): string | null {
    return this.#isSwagger ? this.#serverUrl(swagger.serverOf(this.root)) : this.#firstServer(this.root);
  }

  /** The absolute URLs of all servers. One without a host has `http://localhost`. */
  get servers(): readonly string[] {
    const { servers } = this.root;
    if (this.#isSwagger || !Array.isArray(servers)) return this.server === null ? [] : [this.server];
    return servers.flatMap((server: unknown) => this.#serverUrl(isObject(server) ? server : null) ?? []);
  }

  /** Security schemes by name, in the shape of OpenAPI 3. */
  get securitySchemes(): ReadonlyMap<string, JsonObject> {
    const { components, securityDefinitions } = this.root;
    const all = this.#isSwagger
      ? securityDefinitions
      : isObject(components)
        ? components['securitySchemes']
        : null;
    const entries = Object.entries(isObject(all) ? all : {}).slice(0, 1000);
    return new Map(
      entries.map(([name, scheme]): [string, JsonObject] => {
        const fields = this.references.fields(scheme);
        return [name, this.#isSwagger ? swagger.schemeOf(fields) : fields];
      }),
    );
  }

  operations(): Generator<ApiOperation, void, undefined> {
    return this.operationsIn(this.root['paths']);
  }

  /** Requests that the API itself sends; a name takes the place of the path. */
  webhooks(): Generator<ApiOperation, void, undefined> {
    return this.operationsIn(this.root['webhooks'] ?? this.root['x-webhooks']);
  }

  /** The operations of path items, such as those of a callback. */
  *operationsIn(paths: unknown): Generator<ApiOperation, void, undefined> {
    for (const [path, given] of Object.entries(isObject(paths) ? paths : {})) {
      if (path.startsWith('x-')) continue;
      const item = this.#pathItem(given);
      if (item === null)
        this.#warn(`${JSON.stringify(path.slice(0, 100).toWellFormed())} is not an object: it was left out`);
      else
        for (const [method, operation] of operationsOf(item)) {
          if (isObject(operation)) yield this.#operation(method, path, operation, item);
          else if (operation !== null)
            this.#warn(
              `${method} ${path.slice(0, 100).toWellFormed()} is ${describeType(operation)}: it was left out`,
            );
        }
    }
  }

  /** Merges a path item with the one that it refers to. */
  #pathItem(given: unknown): JsonObject | null {
    const item = this.references.resolve(given);
    if (!isObject(given)) return null;
    return isObject(item) ? { ...item, ...given } : given;
  }

  #operation(method: string, path: string, operation: JsonObject, item: JsonObject): ApiOperation {
    const parameters = this.#parameters(item['parameters'], operation['parameters']);
    const fields = this.#isSwagger
      ? swagger.operationOf(operation, parameters, this.root, this.references)
      : operation;
    return {
      method,
      path,
      fields,
      parameters: this.#isSwagger ? (fields['parameters'] as readonly JsonObject[]) : parameters,
      server: this.#isSwagger ? null : (this.#firstServer(operation) ?? this.#firstServer(item)),
    };
  }

  /** Merges parameters: those of the operation replace those of its path. */
  #parameters(...lists: readonly unknown[]): readonly JsonObject[] {
    const found = new Map<string, JsonObject>();
    for (const list of lists)
      for (const given of Array.isArray(list) ? list : []) {
        const parameter = this.references.fields(given);
        const { name, in: location } = parameter;
        if (typeof location === 'string') found.set(`${location} ${scalarText(name) ?? ''}`, parameter);
      }
    return [...found.values()];
  }

  #firstServer({ servers }: JsonObject): string | null {
    const [first] = Array.isArray(servers) ? (servers as readonly unknown[]) : [];
    return this.#serverUrl(isObject(first) ? first : null);
  }

  #serverUrl(server: JsonObject | null): string | null {
    const url = scalarText(server?.['url'])?.trim() ?? '';
    if (url === '' || url === '/') return null;
    if (url.length > MAX_URL) {
      this.#warn(`a server's URL has more than ${MAX_URL} characters: it was left out`, 'server');
      return null;
    }
    const variables = isObject(server?.['variables']) ? server['variables'] : {};
    const substituted = url.replace(
      /\{([^{}]{1,200})\}/g,
      (whole, name: string) => valueOf(variables[name])?.slice(0, MAX_VALUE) ?? whole,
    );
    const trimmed = substituted.replace(/\/+$/, '');
    if (/^[a-z][a-z\d+.-]*:\/\//i.test(trimmed) || trimmed.startsWith('{{')) return trimmed;
    if (trimmed.startsWith('//')) return `https:${trimmed}`;
    if (HOST_AND_PORT.test(trimmed)) {
      this.#warn(
        `its server ${JSON.stringify(trimmed.slice(0, 100))} has no scheme: http:// was added`,
        'server',
      );
      return `http://${trimmed}`;
    }
    this.#warn(
      `its server ${JSON.stringify(trimmed.slice(0, 100))} has no host: http://localhost was added`,
      'server',
    );
    return `http://localhost/${trimmed.replace(/^\.?\/+/, '')}`;
  }
}

/** A server without its scheme, such as `localhost:3000/v1`; without a port it is a path. */
const HOST_AND_PORT = /^(?:[a-z\d.-]+|\[[\da-f:.]+\]):\d{1,5}(?=\/|$)/i;

/** Returns the default value of a variable in a server URL. */
function valueOf(variable: unknown): string | undefined {
  if (!isObject(variable)) return undefined;
  const choices = variable['enum'];
  return scalarText(variable['default']) ?? (Array.isArray(choices) ? scalarText(choices[0]) : undefined);
}

function operationsOf(item: JsonObject): readonly (readonly [string, unknown])[] {
  const { additionalOperations } = item;
  return [
    ...METHODS.flatMap((name) =>
      item[name] === undefined ? [] : [[name.toUpperCase(), item[name]] as const],
    ),
    ...Object.entries(isObject(additionalOperations) ? additionalOperations : {}),
  ];
}

function checkVersion(root: JsonObject, warn: Warn): void {
  const name = 'openapi' in root ? 'openapi' : 'swagger';
  const version = scalarText(root[name]) ?? '';
  if (name === 'swagger' && version.startsWith('1.'))
    throw new UserError('INVALID_DATA', 'it is Swagger 1, in several files: convert it to OpenAPI 3 first');
  if (name === 'openapi' ? !/^3(?:\.[0-2](?:\.|$)|$)/.test(version) : !/^2(?:\.0)?$/.test(version))
    warn(
      `the version ${JSON.stringify(version.slice(0, 20).toWellFormed())} is not known: it was read as ${name === 'openapi' ? 'OpenAPI 3.1' : 'Swagger 2.0'}`,
    );
}
