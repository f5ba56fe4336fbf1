// Compares two versions of an operation, of a webhook, or of a callback, whose requests clients receive.
import type { JsonObject } from '../../documents/json-values.ts';
import type { ApiDocument, ApiOperation } from '../../documents/openapi/document.ts';
import { found, type Direction, type FoundChange } from './change.ts';
import type { DocumentPair } from './schemas/document-pair.ts';
import { lifecycleChanges } from './schemas/lifecycle.ts';
import { Messages, sideOf } from './messages.ts';
import { Parameters } from './parameters.ts';
import { Responses } from './responses.ts';
import { listOf } from './schemas/effective.ts';
import { shown } from './schemas/schema-change.ts';
import { renamedSchemes, securityChanges } from './security.ts';
import { serverChanges } from './servers.ts';

export class OperationComparison {
  readonly #pair: DocumentPair;
  readonly #messages: Messages;
  readonly #schemeNames: ReadonlyMap<string, string>;

  constructor(pair: DocumentPair) {
    this.#pair = pair;
    this.#messages = new Messages(pair);
    this.#schemeNames = renamedSchemes(pair.old, pair.young);
  }

  /** `isReceived`: the API sends the requests, and clients respond. */
  between(before: ApiOperation, after: ApiOperation, isReceived: boolean): readonly FoundChange[] {
    const outer = isReceived
      ? []
      : securityChanges(before.fields, after.fields, this.#pair, this.#schemeNames);
    if (this.#areSame(before, after)) return outer;
    const [request, response]: readonly [Direction, Direction] = isReceived
      ? ['received', 'sent']
      : ['sent', 'received'];
    return [
      ...lifecycleChanges(before.fields, after.fields, this.#pair.deprecationDays).map(
        ({ id, effect, predicate }) => found(`endpoint-${id}`, effect.sent, `the operation ${predicate}`),
      ),
      ...outer,
      ...serverChanges(before.fields['servers'], after.fields['servers']),
      ...new Parameters(this.#pair, this.#messages, request).between(before, after),
      ...this.#requestBody(before.fields['requestBody'], after.fields['requestBody'], request),
      ...new Responses(this.#pair, this.#messages, response).between(
        before.fields['responses'],
        after.fields['responses'],
      ),
      ...this.#callbacks(before.fields['callbacks'], after.fields['callbacks'], isReceived),
      ...labelChanges(before.fields, after.fields),
    ];
  }

  #areSame(before: ApiOperation, after: ApiOperation): boolean {
    const { old, young } = this.#pair;
    const produces = ['produces', 'consumes'].every((key) =>
      this.#pair.areSame(old.root[key], young.root[key]),
    );
    return (
      produces &&
      this.#pair.areSame(
        { fields: before.fields, parameters: before.parameters, path: before.path },
        { fields: after.fields, parameters: after.parameters, path: after.path },
      )
    );
  }

  #requestBody(given: unknown, now: unknown, direction: Direction): readonly FoundChange[] {
    const before = this.#pair.old.references.fields(given);
    const after = this.#pair.young.references.fields(now);
    const side = sideOf(direction);
    const isSent = direction === 'sent';
    if (given === undefined && now === undefined) return [];
    if (given === undefined) {
      const isRequired = after['required'] === true;
      const id = `added-${isRequired ? 'required' : 'optional'}-${side}-body`;
      return [found(id, isRequired && isSent ? 'error' : 'info', 'it takes a body')];
    }
    if (now === undefined) return [found(`${side}-body-removed`, 'error', 'it takes no body any more')];
    const [was, is] = [before['required'] === true, after['required'] === true];
    const word = is ? 'required' : 'optional';
    return [
      ...(was === is
        ? []
        : [
            found(`${side}-body-became-${word}`, is === isSent ? 'error' : 'info', `the body became ${word}`),
          ]),
      ...this.#messages.contents(
        before,
        after,
        { direction, kind: 'body', what: 'the body' },
        {
          named: (type) => `the body (${type})`,
          gone: (type) =>
            isSent ? `the body may not be ${type} any more` : `the body is not ${type} any more`,
          added: (type) => `the body may be ${type}`,
        },
      ),
    ];
  }

  /** Callbacks go the other way than their operation. */
  #callbacks(given: unknown, now: unknown, isReceived: boolean): readonly FoundChange[] {
    const [old, young] = [
      callbackOperations(given, this.#pair.old),
      callbackOperations(now, this.#pair.young),
    ];
    const changes: FoundChange[] = [];
    for (const [name, operation] of old) {
      const after = young.get(name);
      if (after === undefined)
        changes.push(found('callback-removed', 'error', `the callback ${name} was removed`));
      else
        for (const { id, level, what } of this.between(operation, after, !isReceived))
          changes.push(found(`callback-${id}`, level, `the callback ${name}: ${what}`));
    }
    for (const name of young.keys())
      if (!old.has(name)) changes.push(found('callback-added', 'info', `the callback ${name} is new`));
    return changes;
  }
}

function callbackOperations(callbacks: unknown, document: ApiDocument): ReadonlyMap<string, ApiOperation> {
  const { references } = document;
  const operations = new Map<string, ApiOperation>();
  for (const [name, callback] of Object.entries(references.fields(callbacks))) {
    const paths = references.fields(callback);
    for (const operation of document.operationsIn(paths))
      operations.set(`${name} (${operation.method.toUpperCase()} ${shown(operation.path)})`, operation);
  }
  return operations;
}

function labelChanges(before: JsonObject, after: JsonObject): readonly FoundChange[] {
  const [old, young] = [before['operationId'], after['operationId']];
  const [tags, now] = [listOf(before['tags']).map(String), listOf(after['tags']).map(String)];
  const changes: FoundChange[] = [];
  if (old !== young && old === undefined)
    changes.push(found('api-operation-id-added', 'info', `its operationId is ${shown(young)}`));
  else if (old !== young)
    changes.push(
      found(
        'api-operation-id-removed',
        'info',
        `its operationId was ${shown(old)}, and is ${shown(young ?? 'gone')}`,
      ),
    );
  for (const tag of tags)
    if (!now.includes(tag))
      changes.push(found('api-tag-removed', 'info', `the tag ${shown(tag)} was removed`));
  for (const tag of now)
    if (!tags.includes(tag)) changes.push(found('api-tag-added', 'info', `the tag ${shown(tag)} is new`));
  return changes;
}
