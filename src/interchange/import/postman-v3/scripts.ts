// Converts scripts of schema 3 to Postman's events.
import { isObject } from '../../../base/is-object.ts';
import { scalarText, type JsonObject } from '../../../documents/json-values.ts';
import type { ImportContext } from '../shared/import-context.ts';

/** The kinds of requests that have separate scripts in a definition. */
export type ScriptKind = 'http' | 'graphql' | 'grpc';

const LISTENERS: ReadonlyMap<string, string> = new Map([
  ['beforeRequest', 'prerequest'],
  ['afterResponse', 'test'],
  ['beforeQuery', 'prerequest'],
  ['beforeInvoke', 'prerequest'],
]);
/** Names of other versions and programs, whose meaning is sure. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['prerequest', 'prerequest'],
  ['preRequest', 'prerequest'],
  ['pre-request', 'prerequest'],
  ['test', 'test'],
  ['tests', 'test'],
]);

/** Returns events of version 2.1. */
export function eventsOf(
  fields: JsonObject,
  kind: ScriptKind,
  context: ImportContext,
): readonly JsonObject[] {
  const scripts = context.list(fields['scripts'], 'the scripts').flatMap((script) => {
    if (isObject(script)) return eventOf(script, kind, context);
    context.warn('a script has no type, and was left out');
    return [];
  });
  return [...scripts, ...eventsOfVersion2(fields, context)];
}

function eventOf(script: JsonObject, kind: ScriptKind, context: ImportContext): readonly JsonObject[] {
  const given = scalarText(script['type']) ?? '';
  const [, forKind, type = ''] = /^(?:(\w+):)?(.*)$/.exec(given) ?? [];
  if (forKind !== undefined && forKind !== kind) {
    context.warn(`the script "${given}" is not for these requests, and was left out`);
    return [];
  }
  const listen = LISTENERS.get(type) ?? ALIASES.get(type);
  if (listen === undefined) {
    context.warn(`a script of the type "${given}" is not supported, and was left out`);
    return [];
  }
  if (ALIASES.has(type)) context.warn(`the script "${given}" was read as one for ${listen}`);
  warnOfPackages(script, context);
  return [{ listen, script: { exec: script['code'] ?? script['exec'] ?? '' } }];
}

function warnOfPackages({ packages }: JsonObject, context: ImportContext): void {
  const names = isObject(packages) ? Object.keys(packages) : [];
  if (names.length > 0)
    context.warn(`a script uses packages of Postman's library, which is not available: ${names.join(', ')}`);
}

/** Postman silently drops keys of version 2.1; here they are read as intended. */
function eventsOfVersion2(fields: JsonObject, context: ImportContext): readonly JsonObject[] {
  const { events, event = events, tests } = fields;
  const scripts: JsonObject[] = [];
  if (event !== undefined) {
    context.warn('"events" of version 2.1 was read as "scripts"');
    scripts.push(...context.list(event, 'the events').filter(isObject));
  }
  if (tests !== undefined) {
    context.warn('"tests" was read as a script for the response');
    const lines: readonly unknown[] = Array.isArray(tests) ? tests : [tests];
    const exec = lines.map((line) => (isObject(line) ? (line['code'] ?? line['exec']) : line));
    scripts.push({ listen: 'test', script: { exec } });
  }
  return scripts;
}
