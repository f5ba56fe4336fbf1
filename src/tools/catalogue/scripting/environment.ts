// What scripts see as `env`: keys and addresses that should stand neither in a script nor in a file of rules.

const PREFIX = 'PROXYCTL_ENV_';

/** Of the variables of a process those that are meant for scripts, without the beginning that says so. */
export function scriptEnvironment(variables: NodeJS.ProcessEnv): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) =>
      name.startsWith(PREFIX) && value !== undefined ? [[name.slice(PREFIX.length), value]] : [],
    ),
  );
}
