// Descriptions of APIs in OpenAPI 3.0, 3.1 and 3.2 (https://spec.openapis.org/oas/latest.html) and Swagger 2.0, read
// without trust in any of their types. Whatever the version, what comes out has the shape of OpenAPI 3.
import { isFields, kindOf, scalarText, type Fields } from '../json-values.ts';
import { ExampleTexts } from './example-text.ts';
import { References, type Tell } from './references.ts';
import { SchemaExamples } from './schema-example.ts';
import * as swagger from './swagger2.ts';

const MAX_URL = 2000;
/** Of a variable in one. */
const MAX_VALUE = 1000;
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

export interface ApiOperation {
  /** In upper case, but for those that only OpenAPI 3.2 has. */
  readonly method: string;
  /** As its key in the document. */
  readonly path: string;
  readonly fields: Fields;
  /** Of the operation and its path, without references to them. */
  readonly parameters: readonly Fields[];
  /** What is said for it alone; null: that of the document counts. */
  readonly server: string | null;
}

/** Whether a value looks like one, of whatever version. */
export function isApiDocument(value: unknown): value is Fields {
  return isFields(value) && ('openapi' in value || 'swagger' in value);
}

export class ApiDocument {
  readonly root: Fields;
  readonly references: References;
  readonly schemas: SchemaExamples;
  readonly texts: ExampleTexts;
  readonly #tell: Tell;
  readonly #isSwagger: boolean;

  /** Throws an Error whose sentence says what is wrong with it as a whole. */
  constructor(root: Fields, tell: Tell) {
    this.root = root;
    this.#tell = tell;
    this.references = new References(root, tell);
    this.schemas = new SchemaExamples(this.references, tell);
    this.texts = new ExampleTexts(this.references, this.schemas, tell);
    this.#isSwagger = !('openapi' in root);
    checkVersion(root, tell);
    const places = ['paths', 'webhooks', 'components'].filter((name) => root[name] !== undefined);
    for (const name of places)
      if (!isFields(root[name]))
        throw new Error(`"${name}" is ${kindOf(root[name])}, where an object should be`);
    if (places.length === 0) throw new Error('it has neither "paths" nor "webhooks"');
  }

  get info(): Fields {
    return this.references.fields(this.root['info']);
  }

  /** Absolute; null where the document says none. */
  get server(): string | null {
    return this.#isSwagger ? this.#serverUrl(swagger.serverOf(this.root)) : this.#firstServer(this.root);
  }

  /** By name, in the shape of OpenAPI 3. */
  get securitySchemes(): ReadonlyMap<string, Fields> {
    const { components, securityDefinitions } = this.root;
    const all = this.#isSwagger
      ? securityDefinitions
      : isFields(components)
        ? components['securitySchemes']
        : null;
    const entries = Object.entries(isFields(all) ? all : {}).slice(0, 1000);
    return new Map(
      entries.map(([name, scheme]): [string, Fields] => {
        const fields = this.references.fields(scheme);
        return [name, this.#isSwagger ? swagger.schemeOf(fields) : fields];
      }),
    );
  }

  operations(): Generator<ApiOperation, void, undefined> {
    return this.#operationsIn(this.root['paths']);
  }

  /** What the API itself sends; a name stands in the place of a path. */
  webhooks(): Generator<ApiOperation, void, undefined> {
    return this.#operationsIn(this.root['webhooks'] ?? this.root['x-webhooks']);
  }

  *#operationsIn(paths: unknown): Generator<ApiOperation, void, undefined> {
    for (const [path, given] of Object.entries(isFields(paths) ? paths : {})) {
      if (path.startsWith('x-')) continue;
      const item = this.#pathItem(given);
      if (item === null)
        this.#tell(`${JSON.stringify(path.slice(0, 100).toWellFormed())} is no object: it was left out`);
      else
        for (const [method, operation] of operationsOf(item)) {
          if (isFields(operation)) yield this.#operation(method, path, operation, item);
          else if (operation !== null)
            this.#tell(
              `${method} ${path.slice(0, 100).toWellFormed()} is ${kindOf(operation)}: it was left out`,
            );
        }
    }
  }

  /** It may refer to another one, and say more beside. */
  #pathItem(given: unknown): Fields | null {
    const item = this.references.followed(given);
    if (!isFields(given)) return null;
    return isFields(item) ? { ...item, ...given } : given;
  }

  #operation(method: string, path: string, operation: Fields, item: Fields): ApiOperation {
    const parameters = this.#parameters(item['parameters'], operation['parameters']);
    const fields = this.#isSwagger
      ? swagger.operationOf(operation, parameters, this.root, this.references)
      : operation;
    return {
      method,
      path,
      fields,
      parameters: this.#isSwagger ? (fields['parameters'] as readonly Fields[]) : parameters,
      server: this.#isSwagger ? null : (this.#firstServer(operation) ?? this.#firstServer(item)),
    };
  }

  /** Those of the operation replace those of its path. */
  #parameters(...lists: readonly unknown[]): readonly Fields[] {
    const found = new Map<string, Fields>();
    for (const list of lists)
      for (const given of Array.isArray(list) ? list : []) {
        const parameter = this.references.fields(given);
        const { name, in: place } = parameter;
        if (typeof place === 'string') found.set(`${place} ${scalarText(name) ?? ''}`, parameter);
      }
    return [...found.values()];
  }

  #firstServer({ servers }: Fields): string | null {
    const [first] = Array.isArray(servers) ? (servers as readonly unknown[]) : [];
    return this.#serverUrl(isFields(first) ? first : null);
  }

  #serverUrl(server: Fields | null): string | null {
    const url = scalarText(server?.['url'])?.trim() ?? '';
    if (url === '' || url === '/') return null;
    if (url.length > MAX_URL) {
      this.#tell(`a server's URL has more than ${MAX_URL} characters: it was left out`);
      return null;
    }
    const variables = isFields(server?.['variables']) ? server['variables'] : {};
    const filled = url.replace(
      /\{([^{}]{1,200})\}/g,
      (whole, name: string) => valueOf(variables[name])?.slice(0, MAX_VALUE) ?? whole,
    );
    const bare = filled.replace(/\/+$/, '');
    if (/^[a-z][a-z\d+.-]*:\/\//i.test(bare) || bare.startsWith('{{')) return bare;
    if (bare.startsWith('//')) return `https:${bare}`;
    this.#tell(
      `its server ${JSON.stringify(bare.slice(0, 100))} names no host: it became one of http://localhost`,
    );
    return `http://localhost/${bare.replace(/^\.?\/+/, '')}`;
  }
}

/** Of a variable in a server's URL. */
function valueOf(variable: unknown): string | undefined {
  if (!isFields(variable)) return undefined;
  const choices = variable['enum'];
  return scalarText(variable['default']) ?? (Array.isArray(choices) ? scalarText(choices[0]) : undefined);
}

function operationsOf(item: Fields): readonly (readonly [string, unknown])[] {
  const { additionalOperations } = item;
  return [
    ...METHODS.flatMap((name) =>
      item[name] === undefined ? [] : [[name.toUpperCase(), item[name]] as const],
    ),
    ...Object.entries(isFields(additionalOperations) ? additionalOperations : {}),
  ];
}

function checkVersion(root: Fields, tell: Tell): void {
  const name = 'openapi' in root ? 'openapi' : 'swagger';
  const version = scalarText(root[name]) ?? '';
  if (name === 'swagger' && version.startsWith('1.'))
    throw new Error('it is Swagger 1, in several files: convert it to OpenAPI 3 first');
  if (name === 'openapi' ? !/^3(?:\.[0-2](?:\.|$)|$)/.test(version) : !/^2(?:\.0)?$/.test(version))
    tell(
      `the version ${JSON.stringify(version.slice(0, 20).toWellFormed())} is not known: it was read as ${name === 'openapi' ? 'OpenAPI 3.1' : 'Swagger 2.0'}`,
    );
}
