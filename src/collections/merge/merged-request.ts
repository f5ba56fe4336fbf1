// Merges a request, and the parts that requests share with folders and collections.
import type { Auth } from '../model/auth.ts';
import type { Example } from '../model/example.ts';
import type { SavedRequest } from '../model/request.ts';
import type { QueryPair, Scripts, Variable } from '../model/values.ts';

interface ScriptOwner {
  readonly name: string;
  readonly scripts: Scripts;
}

/** Returns the request of the file with our scripts, authorization, examples, settings and values. */
export function mergedRequest(
  ours: SavedRequest,
  theirs: SavedRequest,
  conflicts: Set<string>,
): SavedRequest {
  return {
    ...theirs,
    id: ours.id,
    auth: mergedAuth(ours.auth, theirs.auth),
    scripts: mergedScripts(ours, theirs, conflicts),
    variables: mergedVariables(ours.variables, theirs.variables),
    query: withOurValues(ours.query, theirs.query),
    path: withOurValues(ours.path, theirs.path),
    headers: withOurValues(ours.headers, theirs.headers),
    settings: { ...theirs.settings, ...ours.settings },
    examples: mergedExamples(ours.examples, theirs.examples),
  };
}

/** Returns our authorization if we have chosen any. */
export function mergedAuth(ours: Auth, theirs: Auth): Auth {
  return ours.type === 'inherit' || ours.type === 'none' ? theirs : ours;
}

/** Returns our scripts where there are any. Adds the name to `conflicts` when the file has different ones. */
export function mergedScripts(ours: ScriptOwner, theirs: ScriptOwner, conflicts: Set<string>): Scripts {
  const keep = (own: string, given: string): string => {
    if (own !== '' && given !== '' && own !== given) conflicts.add(theirs.name);
    return own === '' ? given : own;
  };
  return {
    preRequest: keep(ours.scripts.preRequest, theirs.scripts.preRequest),
    test: keep(ours.scripts.test, theirs.scripts.test),
  };
}

/**
 * Returns the variables of the file, with our values where the file has none, followed by the variables that only we
 * have.
 */
export function mergedVariables(ours: readonly Variable[], theirs: readonly Variable[]): Variable[] {
  const own = new Map(ours.map((variable) => [variable.name, variable]));
  const names = new Set(theirs.map(({ name }) => name));
  return [
    ...theirs.map((variable) => {
      const known = own.get(variable.name);
      if (known === undefined) return variable;
      const value = variable.value === '' || known.secret ? known.value : variable.value;
      return { ...variable, value, secret: variable.secret || known.secret };
    }),
    ...ours.filter(({ name }) => !names.has(name)),
  ];
}

/** Returns pairs of the file; one without a value gets ours of the same name. */
function withOurValues<Pair extends QueryPair>(ours: readonly Pair[], theirs: readonly Pair[]): Pair[] {
  const own = Map.groupBy(ours, ({ name }) => name.toLowerCase());
  return theirs.map((pair) => {
    const known = own.get(pair.name.toLowerCase())?.shift();
    const isFilled = known !== undefined && pair.value === '' && known.value !== '';
    return isFilled ? { ...pair, value: known.value, enabled: known.enabled } : pair;
  });
}

/** Returns our examples, and those of the file under other names. */
function mergedExamples(ours: readonly Example[], theirs: readonly Example[]): Example[] {
  const keyOf = ({ name, status }: Example): string => JSON.stringify([name, status]);
  const known = new Set(ours.map(keyOf));
  return [...ours, ...theirs.filter((example) => !known.has(keyOf(example)))];
}
