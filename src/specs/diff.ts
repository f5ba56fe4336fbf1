// Compares two versions of an API description (OpenAPI 3 or Swagger 2): finds the changes that a client of the old
// version notices. A change is breaking when such a client may fail.
import { ApiDocument, type ApiOperation } from '../documents/openapi/document.ts';
import { scalarText, type JsonObject } from '../documents/json-values.ts';
import { SchemaChanges, type ComparedChange } from './schema-changes.ts';

export interface SpecChange {
  readonly breaking: boolean;
  /** True where a client may fail, if it relies on more than the description said. */
  readonly warning: boolean;
  /** The operation, such as `GET /pets/{id}`. */
  readonly operation: string;
  readonly what: string;
}

/** Returns the changes in the order of the old description, and then of the new one. */
export function specChanges(before: JsonObject, after: JsonObject): readonly SpecChange[] {
  const old = operationsOf(before);
  const young = operationsOf(after);
  const changes: SpecChange[] = [];
  for (const [name, operation] of old.operations) {
    const now = young.operations.get(name);
    if (now === undefined)
      changes.push({
        breaking: true,
        warning: false,
        operation: operation.shown,
        what: 'the operation was removed',
      });
    else
      for (const { breaking, warning = false, what } of new OperationChanges(
        old.document,
        young.document,
      ).between(operation, now))
        changes.push({ breaking, warning, operation: now.shown, what });
  }
  for (const [name, { shown }] of young.operations)
    if (!old.operations.has(name))
      changes.push({ breaking: false, warning: false, operation: shown, what: 'the operation is new' });
  return changes;
}

interface NamedOperation extends ApiOperation {
  readonly shown: string;
  /** True for a webhook, whose requests the client receives. */
  readonly isWebhook: boolean;
}

interface Operations {
  readonly document: ApiDocument;
  /** By method and path, whatever the parameters of the path are called. */
  readonly operations: ReadonlyMap<string, NamedOperation>;
}

function operationsOf(root: JsonObject): Operations {
  const document = new ApiDocument(root, () => undefined);
  const operations = new Map<string, NamedOperation>();
  for (const operation of document.operations()) {
    const method = operation.method.toUpperCase();
    const key = `${method} ${operation.path.replace(/\{[^}]*\}/g, '{}')}`;
    operations.set(key, { ...operation, shown: `${method} ${operation.path}`, isWebhook: false });
  }
  for (const operation of document.webhooks()) {
    const shown = `webhook ${operation.path} (${operation.method.toUpperCase()})`;
    operations.set(shown, { ...operation, shown, isWebhook: true });
  }
  return { document, operations };
}

class OperationChanges {
  readonly #old: ApiDocument;
  readonly #young: ApiDocument;
  readonly #schemas: SchemaChanges;

  constructor(old: ApiDocument, young: ApiDocument) {
    this.#old = old;
    this.#young = young;
    this.#schemas = new SchemaChanges(old.references, young.references);
  }

  between(before: NamedOperation, after: NamedOperation): readonly ComparedChange[] {
    if (after.isWebhook) return [...deprecation(before, after), ...this.#received(before, after)];
    return [
      ...deprecation(before, after),
      ...this.#parameters(before, after),
      ...this.#requestBody(before.fields['requestBody'], after.fields['requestBody']),
      ...this.#responses(before.fields['responses'], after.fields['responses']),
    ];
  }

  /** Compares the bodies of a webhook as those of a response, since clients read them. */
  #received({ fields: before }: ApiOperation, { fields: after }: ApiOperation): ComparedChange[] {
    const old = this.#old.references.fields(before['requestBody']);
    const young = this.#young.references.fields(after['requestBody']);
    return this.#mediaTypes(old, young).flatMap(
      ({ type, old: given, young: now }): readonly ComparedChange[] => {
        if (now === null) return [{ breaking: true, what: `the body is not ${type} any more` }];
        if (given === null) return [{ breaking: false, what: `the body may be ${type}` }];
        return this.#schemas.received(given, now, `the body (${type})`);
      },
    );
  }

  #parameters(before: ApiOperation, after: ApiOperation): ComparedChange[] {
    const old = parametersOf(before);
    const young = parametersOf(after);
    const changes: ComparedChange[] = [];
    for (const [name, parameter] of young) {
      const known = old.get(name);
      const isRequired = parameter['required'] === true;
      if (known === undefined)
        changes.push({
          breaking: isRequired,
          what: `the ${isRequired ? 'required' : 'optional'} ${name} is new`,
        });
      else {
        if (isRequired && known['required'] !== true)
          changes.push({ breaking: true, what: `the ${name} became required` });
        changes.push(...this.#schemas.sent(known['schema'], parameter['schema'], `the ${name}`));
      }
    }
    for (const name of old.keys())
      if (!young.has(name)) changes.push({ breaking: true, what: `the ${name} was removed` });
    return changes;
  }

  #requestBody(given: unknown, now: unknown): ComparedChange[] {
    const before = this.#old.references.fields(given);
    const after = this.#young.references.fields(now);
    if (given === undefined && now === undefined) return [];
    if (given === undefined) return [{ breaking: after['required'] === true, what: 'it takes a body' }];
    if (now === undefined) return [{ breaking: true, what: 'it takes no body any more' }];
    const changes: ComparedChange[] = [];
    if (after['required'] === true && before['required'] !== true)
      changes.push({ breaking: true, what: 'the body became required' });
    const types = this.#mediaTypes(before, after);
    for (const { type, old, young } of types)
      if (young === null) changes.push({ breaking: true, what: `the body may not be ${type} any more` });
      else if (old === null) changes.push({ breaking: false, what: `the body may be ${type}` });
      else changes.push(...this.#schemas.sent(old, young, `the body (${type})`));
    return changes;
  }

  #responses(given: unknown, now: unknown): ComparedChange[] {
    const before = this.#old.references.fields(given);
    const after = this.#young.references.fields(now);
    const changes: ComparedChange[] = [];
    for (const [status, response] of Object.entries(before)) {
      if (!(status in after))
        changes.push({ breaking: isSuccess(status), what: `the response ${status} was removed` });
      else
        changes.push(
          ...this.#response(
            status,
            this.#old.references.fields(response),
            this.#young.references.fields(after[status]),
          ),
        );
    }
    for (const status of Object.keys(after))
      if (!(status in before))
        changes.push({ breaking: false, warning: true, what: `the response ${status} is new` });
    return changes;
  }

  #response(status: string, before: JsonObject, after: JsonObject): ComparedChange[] {
    return this.#mediaTypes(before, after).flatMap(({ type, old, young }): readonly ComparedChange[] => {
      if (young === null) return [{ breaking: true, what: `the response ${status} is not ${type} any more` }];
      if (old === null)
        return [{ breaking: false, warning: true, what: `the response ${status} may be ${type}` }];
      return this.#schemas.received(old, young, `the response ${status}`);
    });
  }

  /** Lists the media types of either side with their schemas; null where a side does not have the type. */
  #mediaTypes(before: JsonObject, after: JsonObject) {
    const old = this.#old.references.fields(before['content']);
    const young = this.#young.references.fields(after['content']);
    return [...new Set([...Object.keys(old), ...Object.keys(young)])].map((type) => ({
      type,
      old: type in old ? (this.#old.references.fields(old[type])['schema'] ?? {}) : null,
      young: type in young ? (this.#young.references.fields(young[type])['schema'] ?? {}) : null,
    }));
  }
}

function deprecation({ fields: before }: ApiOperation, { fields: after }: ApiOperation): ComparedChange[] {
  const isNew = after['deprecated'] === true && before['deprecated'] !== true;
  return isNew ? [{ breaking: false, warning: true, what: 'the operation is deprecated' }] : [];
}

/** By place and name; those of a path by their position, because their names mean nothing to a client. */
function parametersOf({ path, parameters }: ApiOperation): ReadonlyMap<string, JsonObject> {
  const positions: readonly string[] = path.match(/\{[^}]*\}/g) ?? [];
  return new Map(
    parameters.map((parameter): readonly [string, JsonObject] => {
      const location = scalarText(parameter['in']) ?? '';
      const name = scalarText(parameter['name']) ?? '';
      const shown = location === 'path' ? String(positions.indexOf(`{${name}}`) + 1) : name;
      return [`${location} parameter ${shown}`, parameter];
    }),
  );
}

function isSuccess(status: string): boolean {
  return status.startsWith('2') || status === 'default';
}
