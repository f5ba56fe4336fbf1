// Compares how clients sign in: the requirements of operations, and the schemes of the document.
import { isObject } from '../../base/is-object.ts';
import type { JsonObject } from '../../documents/json-values.ts';
import type { ApiDocument } from '../../documents/openapi/document.ts';
import { found, type FoundChange } from './change.ts';
import { listOf } from './schemas/effective.ts';
import { recordOf } from './schemas/objects.ts';
import { shown } from './schemas/schema-change.ts';

/** Scopes by scheme, all of which are needed. */
type Requirement = ReadonlyMap<string, readonly string[]>;

/** Compares what an operation asks for; the document speaks where it is silent. `names`: those of renamed schemes. */
export function securityChanges(
  before: JsonObject,
  after: JsonObject,
  { old, young }: { readonly old: ApiDocument; readonly young: ApiDocument },
  names: ReadonlyMap<string, string>,
): readonly FoundChange[] {
  const was = requirementsOf(before['security'] ?? old.root['security']);
  const is = requirementsOf(after['security'] ?? young.root['security'], names);
  const isOpen = is.some((each) => each.size === 0);
  if (was.some((each) => each.size === 0)) {
    if (isOpen) return additions(was, is);
    const needed = is.map(nameOf).join(' or ');
    return [found('api-security-required', 'error', `it needs ${needed}, and was open`)];
  }
  if (isOpen) return [found('api-security-dropped', 'info', 'it needs no authorization any more')];
  return [...was.flatMap((each) => lossOf(each, is)), ...additions(was, is)];
}

/** Returns the old names of schemes that only have another one: clients never see it. */
export function renamedSchemes(old: ApiDocument, young: ApiDocument): ReadonlyMap<string, string> {
  const gone = [...old.securitySchemes].filter(([name]) => !young.securitySchemes.has(name));
  const renamed = [...young.securitySchemes].flatMap(([name, scheme]) => {
    if (old.securitySchemes.has(name)) return [];
    const same = gone.find(([, each]) => meaningOf(each) === meaningOf(scheme));
    return same === undefined ? [] : [[name, same[0]] as const];
  });
  return new Map(renamed);
}

function meaningOf(scheme: JsonObject): string {
  const { description: _, bearerFormat: __, ...rest } = scheme;
  return JSON.stringify(Object.entries(rest).sort());
}

/** Without any, everybody may call. */
function requirementsOf(
  security: unknown,
  names: ReadonlyMap<string, string> = new Map(),
): readonly Requirement[] {
  const all = listOf(security)
    .filter(isObject)
    .map(
      (each): Requirement =>
        new Map(
          Object.entries(each).map(([name, scopes]) => [names.get(name) ?? name, listOf(scopes).map(String)]),
        ),
    );
  return all.length === 0 ? [new Map()] : all;
}

/** Says what a client that signs in in one way misses. */
function lossOf(given: Requirement, wanted: readonly Requirement[]): readonly FoundChange[] {
  const alike = wanted.filter((each) => [...each.keys()].every((name) => given.has(name)));
  if (alike.length === 0)
    return [found('api-security-removed', 'error', `it may not be called with ${nameOf(given)} any more`)];
  const options = alike.map((match) => ({ match, missing: scopesBeyond(match, given) }));
  const best = options.reduce((one, other) => (other.missing.length < one.missing.length ? other : one));
  if (best.missing.length > 0)
    return best.missing.map(({ name, scope }) =>
      found('api-security-scope-added', 'error', `it needs the scope ${scope} of ${name}`),
    );
  return scopesBeyond(given, best.match).map(({ name, scope }) =>
    found('api-security-scope-removed', 'info', `it does not need the scope ${scope} of ${name} any more`),
  );
}

/** Returns the scopes of a requirement that another one with the same schemes does not have. */
function scopesBeyond(
  requirement: Requirement,
  other: Requirement,
): readonly { readonly name: string; readonly scope: string }[] {
  return [...requirement].flatMap(([name, scopes]) => {
    const known = other.get(name);
    return scopes.filter((scope) => known?.includes(scope) === false).map((scope) => ({ name, scope }));
  });
}

function additions(was: readonly Requirement[], is: readonly Requirement[]): readonly FoundChange[] {
  const known = new Set(was.map((each) => [...each.keys()].sort().join()));
  return is
    .filter((each) => each.size > 0 && !known.has([...each.keys()].sort().join()))
    .map((each) => found('api-security-added', 'info', `it may be called with ${nameOf(each)}`));
}

function nameOf(requirement: Requirement): string {
  return [...requirement]
    .map(([name, scopes]) => (scopes.length === 0 ? name : `${name} (${scopes.join(', ')})`))
    .join(' and ');
}

/** Compares the schemes of the documents. */
export function schemeChanges(old: ApiDocument, young: ApiDocument): readonly FoundChange[] {
  const [before, after] = [old.securitySchemes, young.securitySchemes];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const [was, is] = [before.get(name), after.get(name)];
    const what = `the security scheme ${name}`;
    if (was === undefined) return [found('api-security-scheme-added', 'info', `${what} is new`)];
    if (is === undefined) return [found('api-security-scheme-removed', 'info', `${what} was removed`)];
    return [
      ...detailChanges(was, is, what),
      ...flowChanges(recordOf(was['flows']), recordOf(is['flows']), what),
    ];
  });
}

function detailChanges(was: JsonObject, is: JsonObject, what: string): readonly FoundChange[] {
  return (
    [
      ['type', 'type', 'is'],
      ['in', 'in', 'is in the'],
      ['name', 'name', 'has the name'],
      ['scheme', 'scheme', 'is the HTTP scheme'],
    ] as const
  )
    .filter(([key]) => textOf(was, key) !== textOf(is, key) && (key === 'type' || was['type'] === is['type']))
    .map(([key, id, verb]) =>
      found(
        `api-security-scheme-${id}-changed`,
        'error',
        `${what} ${verb} ${textOf(is, key)}, before ${textOf(was, key)}`,
      ),
    );
}

/** Names of headers and HTTP schemes are the same in any case. */
function textOf(scheme: JsonObject, key: string): string {
  const text = shown(scheme[key] ?? 'none');
  return key === 'scheme' || (key === 'name' && scheme['in'] === 'header') ? text.toLowerCase() : text;
}

function flowChanges(before: JsonObject, after: JsonObject, what: string): readonly FoundChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((flow) => {
    const noun = `${what}: the flow ${flow}`;
    if (before[flow] === undefined) return [found('api-security-flow-added', 'info', `${noun} is new`)];
    if (after[flow] === undefined)
      return [found('api-security-flow-removed', 'error', `${noun} was removed`)];
    const [was, is] = [recordOf(before[flow]), recordOf(after[flow])];
    const [old, young] = [recordOf(was['scopes']), recordOf(is['scopes'])];
    return [
      ...['authorizationUrl', 'tokenUrl', 'refreshUrl']
        .filter((key) => was[key] !== is[key])
        .map((key) =>
          found(
            'api-security-oauth-url-changed',
            'info',
            `${noun} has the ${key} ${shown(is[key] ?? 'none')}, before ${shown(was[key] ?? 'none')}`,
          ),
        ),
      ...[...new Set([...Object.keys(old), ...Object.keys(young)])].flatMap((scope) => {
        if (old[scope] === young[scope]) return [];
        const verb = old[scope] === undefined ? 'added' : young[scope] === undefined ? 'removed' : 'changed';
        const text = { added: 'is new', removed: 'was removed', changed: 'means something else' }[verb];
        return [found(`api-security-oauth-scope-${verb}`, 'info', `${noun}: the scope ${scope} ${text}`)];
      }),
    ];
  });
}
