/**
 * Gives this process the variables of `env`, and no others. They are changed one by one, so that the C library reads them
 * too: another object in the place of `process.env` would be one for JavaScript only.
 */
export function setEnvironment(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env))
    if (env[name] === undefined) Reflect.deleteProperty(process.env, name);
  for (const [name, value] of Object.entries(env)) if (value !== undefined) process.env[name] = value;
}
