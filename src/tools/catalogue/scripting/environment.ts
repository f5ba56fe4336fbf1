// The values that scripts see as `env`: keys and addresses that belong neither in a script nor in a file of rules.

const PREFIX = 'PROXYCTL_ENV_';

/** Returns the environment variables meant for scripts, without their prefix. */
export function scriptEnvironment(variables: NodeJS.ProcessEnv): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) =>
      name.startsWith(PREFIX) && value !== undefined ? [[name.slice(PREFIX.length), value]] : [],
    ),
  );
}
