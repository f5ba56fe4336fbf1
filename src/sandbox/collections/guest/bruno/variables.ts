// Variables under Bruno's names. Variables that scripts set become `pm.variables`, which outlast the request.
import type { ScriptInput } from '../script-data.ts';
import type { VariableScope } from '../scopes.ts';
import type { Pm } from './parts.ts';

const PROCESS = 'process.env.';

type Functions = Readonly<Record<string, unknown>>;

export function variableFunctions(pm: Pm, input: () => ScriptInput): Functions {
  const { variables, environment, globals, collectionVariables } = pm;
  const declared = (name: string): unknown => input().scopes.request[name];
  return {
    ...scopeFunctions('Var', variables),
    ...scopeFunctions('EnvVar', environment),
    ...scopeFunctions('GlobalEnvVar', globals),
    ...scopeFunctions('CollectionVar', collectionVariables),
    getEnvName: () => input().environmentName || undefined,
    getFolderVar: declared,
    getRequestVar: declared,
    getProcessEnv: (name: string) => collectionVariables.own(`${PROCESS}${name}`),
    interpolate: (template: unknown) => variables.replaceIn(template),
  };
}

/** Returns `getVar`, `setVar`, `hasVar`, `deleteVar`, `deleteAllVars` and `getAllVars` for one scope. */
function scopeFunctions(noun: string, scope: VariableScope): Functions {
  const all = (): Record<string, unknown> => {
    const values = scope.syncVariablesTo();
    return Object.fromEntries(Object.entries(values).filter(([name]) => !name.startsWith(PROCESS)));
  };
  return {
    [`get${noun}`]: (name: string) => scope.own(name),
    [`set${noun}`]: (name: string, value: unknown) => {
      if (typeof name !== 'string' || name === '') throw new Error('A variable needs a name');
      // As in Bruno, a variable that is undefined has no value: where it is used, its name is sent.
      if (value === undefined) scope.unset(name);
      else scope.set(name, value);
    },
    [`has${noun}`]: (name: string) => scope.own(name) !== undefined,
    [`delete${noun}`]: (name: string) => scope.unset(name),
    [`deleteAll${noun}s`]: () => Object.keys(all()).forEach((name) => scope.unset(name)),
    [`getAll${noun}s`]: all,
  };
}
