// Compares two versions of an API description (OpenAPI 3 or Swagger 2): finds the changes that a client of the old
// version may notice, and judges each of them by the direction in which the data goes.
import type { JsonObject } from '../../documents/json-values.ts';
import type { ApiDocument, ApiOperation } from '../../documents/openapi/document.ts';
import { found, LEVELS, type FoundChange, type Level, type SpecChange } from './change.ts';
import { DocumentPair } from './schemas/document-pair.ts';
import { removalOf } from './schemas/lifecycle.ts';
import { OperationComparison } from './operations.ts';
import { idOf } from './parameters.ts';
import { schemeChanges } from './security.ts';
import { documentServers, serverChanges } from './servers.ts';
import { versionChanges } from './version.ts';

export { LEVELS, type Level, type SpecChange };

export interface SpecDifference {
  /** In the order of the old description, and then of the new one. */
  readonly changes: readonly SpecChange[];
  /** The number of operations and webhooks that are in both. */
  readonly compared: number;
  /** Sentences about what could not be compared. */
  readonly notCompared: readonly string[];
}

/** The name under which changes of the document as a whole are listed. */
const DOCUMENT = 'API';

export interface DiffRules {
  /** Deprecation must say on which day something goes (`x-sunset`), and that day be so far away; 0: it need not. */
  readonly deprecationDays?: number | undefined;
}

export function compareSpecs(
  before: JsonObject,
  after: JsonObject,
  { deprecationDays = 0 }: DiffRules = {},
): SpecDifference {
  const pair = new DocumentPair(before, after, deprecationDays);
  const [old, young] = [operationsOf(pair.old), operationsOf(pair.young)];
  const comparison = new OperationComparison(pair);
  const changes: SpecChange[] = documentChanges(pair).map((change) => inOperation(DOCUMENT, change));
  let compared = 0;
  for (const [name, operation] of old) {
    const now = young.get(name);
    if (now === undefined) {
      changes.push(inOperation(operation.shown, removed(operation)));
      continue;
    }
    compared += 1;
    pair.operation = now.shown;
    for (const change of comparison.between(operation, now, now.isWebhook))
      changes.push(inOperation(now.shown, change));
  }
  for (const [name, { shown, isWebhook }] of young)
    if (!old.has(name)) {
      const id = isWebhook ? 'webhook-added' : 'endpoint-added';
      changes.push(inOperation(shown, found(id, 'info', 'the operation is new')));
    }
  for (const change of versionChanges(pair, changes)) changes.push(inOperation(DOCUMENT, change));
  return { changes: unrepeated(changes), compared, notCompared: pair.notCompared };
}

function inOperation(operation: string, { id, level, what }: FoundChange): SpecChange {
  return { id, level, breaking: level === 'error', warning: level === 'warning', operation, what };
}

/** The same sentence may come from several media types. */
function unrepeated(changes: readonly SpecChange[]): readonly SpecChange[] {
  const byText = new Map<string, SpecChange>();
  for (const change of changes) {
    const key = `${change.operation}\n${change.what}`;
    const known = byText.get(key);
    if (known === undefined || LEVELS.indexOf(change.level) < LEVELS.indexOf(known.level))
      byText.set(key, change);
  }
  return [...byText.values()];
}

function removed({ fields, isWebhook }: NamedOperation): FoundChange {
  if (isWebhook) return found('webhook-removed', 'error', 'the operation was removed');
  const removal = removalOf(fields);
  const ending = {
    announced: ', as announced',
    'not announced': '',
    'before sunset': ' before its day',
    'sunset invalid': ', and its day is no date',
  }[removal];
  const level = removal === 'announced' ? 'info' : 'error';
  return found(`api-removed${idOf(removal)}`, level, `the operation was removed${ending}`);
}

function documentChanges({ old, young }: DocumentPair): readonly FoundChange[] {
  const [before, after] = [schemaNames(old.root), schemaNames(young.root)];
  return [
    ...serverChanges(documentServers(old.root), documentServers(young.root)),
    ...schemeChanges(old, young),
    ...before
      .filter((name) => !after.includes(name))
      .map((name) => found('api-schema-removed', 'info', `the schema ${name} was removed`)),
  ];
}

function schemaNames({ components, definitions }: JsonObject): readonly string[] {
  const { schemas } = (components ?? {}) as { readonly schemas?: unknown };
  return Object.keys(schemas ?? definitions ?? {});
}

interface NamedOperation extends ApiOperation {
  readonly shown: string;
  /** True for a webhook, whose requests the client receives. */
  readonly isWebhook: boolean;
}

/** By method and path, whatever the parameters of the path are called. */
function operationsOf(document: ApiDocument): ReadonlyMap<string, NamedOperation> {
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
  return operations;
}
