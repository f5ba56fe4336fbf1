// Converts scripts, post-response variables and assertions to the two scripts of a request. The scripts are marked as
// Bruno's, so that they see `bru`, `req` and `res`.
import { isObject } from '../../../base/is-object.ts';
import { scalarText, type JsonObject } from '../../../documents/json-values.ts';
import { fromBrunoFile } from '../../../collections/model/script-dialect.ts';
import type { Scripts } from '../../../collections/model/values.ts';
import type { ImportContext } from '../shared/import-context.ts';
import { joinScripts } from '../shared/join-scripts.ts';

interface ScriptParts {
  readonly scripts: unknown;
  readonly assertions?: unknown;
  readonly actions?: unknown;
}

const TYPES: ReadonlyMap<string, 'before' | 'after' | 'tests'> = new Map([
  ['before-request', 'before'],
  ['pre-request', 'before'],
  ['req', 'before'],
  ['after-response', 'after'],
  ['post-response', 'after'],
  ['res', 'after'],
  ['tests', 'tests'],
]);

export function scriptsOf({ scripts, assertions, actions }: ScriptParts, context: ImportContext): Scripts {
  const found = { before: [] as string[], after: [] as string[], tests: [] as string[] };
  for (const [type, code] of listed(scripts, context)) {
    const phase = TYPES.get(type);
    if (phase === undefined)
      context.warn(`a script of the type "${type.slice(0, 60)}" is not supported, and was left out`);
    else if (code.trim() !== '') found[phase].push(code);
  }
  const before = settersOf(actions, 'before-request', context);
  const after = settersOf(actions, 'after-response', context);
  return {
    preRequest: fromBrunoFile(joinScripts([before, ...found.before].filter((part) => part !== ''))),
    test: fromBrunoFile(
      joinScripts(
        [after, ...found.after, assertionsOf(assertions, context), ...found.tests].filter(
          (part) => part !== '',
        ),
      ),
    ),
  };
}

/** Returns types and texts, from a list or from a map. */
function listed(scripts: unknown, context: ImportContext): readonly (readonly [string, string])[] {
  if (isObject(scripts)) {
    context.warn('the scripts are a map, and were read as a list');
    return Object.entries(scripts).map(([type, code]) => [type, context.text(code, 'a script')] as const);
  }
  return context
    .list(scripts, 'the scripts')
    .filter(isObject)
    .map(({ type, code }) => [scalarText(type) ?? '', context.text(code, 'a script')] as const);
}

function settersOf(actions: unknown, phase: string, context: ImportContext): string {
  return context
    .list(actions, 'the actions')
    .filter(isObject)
    .filter(
      (action) => (scalarText(action['phase']) ?? 'after-response') === phase && action['disabled'] !== true,
    )
    .map(setterOf)
    .filter((line) => line !== '')
    .join('\n');
}

const SETTERS: ReadonlyMap<string, string> = new Map([
  ['environment', 'setEnvVar'],
  ['collection', 'setCollectionVar'],
  ['global', 'setGlobalEnvVar'],
]);

function setterOf({ selector, variable }: JsonObject): string {
  const expression = isObject(selector) ? scalarText(selector['expression']) : undefined;
  const name = isObject(variable) ? scalarText(variable['name']) : undefined;
  if (expression === undefined || name === undefined) return '';
  const scope = isObject(variable) ? (scalarText(variable['scope']) ?? '') : '';
  return `bru.${SETTERS.get(scope) ?? 'setVar'}(${JSON.stringify(name)}, bru.evaluate(${JSON.stringify(expression)}));`;
}

function assertionsOf(assertions: unknown, context: ImportContext): string {
  return context
    .list(assertions, 'the assertions')
    .filter(isObject)
    .map((assertion) => {
      const { expression, name } = assertion;
      const parts = [expression ?? name, assertion['operator'] ?? 'eq', assertion['value'] ?? ''];
      const call = `bru.assert(${parts.map((part) => JSON.stringify(scalarText(part) ?? '')).join(', ')});`;
      return assertion['disabled'] === true || assertion['enabled'] === false ? `// ${call}` : call;
    })
    .join('\n');
}
