// Environment variables with the platform's rules: on Windows their names are case-insensitive.

export type Variables = Readonly<Record<string, string>>;

/** Returns a copy of `base` with `variables` set. On Windows no name is left in two spellings. */
export function withVariables(
  base: NodeJS.ProcessEnv,
  variables: Variables,
  platform: NodeJS.Platform = process.platform,
): NodeJS.ProcessEnv {
  const names = Object.keys(variables).map((name) => key(name, platform));
  // The first spelling of a name is the one that gets set.
  const ours = Object.entries(variables).filter(
    ([name], index) => names.indexOf(key(name, platform)) === index,
  );
  const others = Object.entries(base).filter(([name]) => !names.includes(key(name, platform)));
  return Object.fromEntries([...others, ...ours]);
}

/** Returns the value of a variable; undefined when it is not set. */
export function valueOf(
  base: NodeJS.ProcessEnv,
  name: string,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  if (platform !== 'win32') return base[name];
  return Object.entries(base).find(([each]) => key(each, platform) === key(name, platform))?.[1];
}

function key(name: string, platform: NodeJS.Platform): string {
  return platform === 'win32' ? name.toUpperCase() : name;
}
