// Shell variables that `setup` has changed, and their previous values. The shell itself stores these, in variables
// with these names.
import { withVariables, type Variables } from '../environment/variables.ts';

const CHANGED = 'PROXYCTL_SETUP';
const before = (name: string): string => `PROXYCTL_BEFORE_${name}`;

/** Returns the environment as it was before `setup` changed it. */
export function environmentBefore(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const result = { ...env };
  for (const name of (env[CHANGED] ?? '').split(',').filter((text) => text !== '')) {
    const value = env[before(name)];
    if (value === undefined) Reflect.deleteProperty(result, name);
    else result[name] = value;
    Reflect.deleteProperty(result, before(name));
  }
  Reflect.deleteProperty(result, CHANGED);
  return result;
}

/** Returns the unchanged environment `env` with the variables set and their previous values saved. */
export function environmentAfter(env: NodeJS.ProcessEnv, variables: Variables): NodeJS.ProcessEnv {
  const names = Object.keys(variables);
  const remembered = names.flatMap((name) => (env[name] === undefined ? [] : [[before(name), env[name]]]));
  return withVariables(env, {
    ...variables,
    ...(Object.fromEntries(remembered) as Variables),
    [CHANGED]: names.join(','),
  });
}
