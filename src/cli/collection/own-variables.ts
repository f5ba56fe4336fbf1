// Variables of the command line: `--env-var`, `--global-var` and `--env-file`.
import { readFile } from 'node:fs/promises';
import { parseDotenv } from '../../base/dotenv.ts';
import { UserError } from '../../base/errors.ts';
import type { Environment } from '../../collections/model/environment.ts';
import type { Variable } from '../../collections/model/values.ts';
import { decodeText } from '../../documents/decode-text.ts';
import {
  addedVariables,
  withAddedVariables,
  withEnvironmentVariables,
  type AddedVariables,
} from '../../runs/runner/added-variables.ts';
import { imports, isFile, type SourceFlags } from './source-files.ts';

/** Returns the environment with the variables of `--env-file`, and behind them those of `--env-var`. */
export async function withOwnVariables(
  environment: Environment | null,
  { envFile = [], envVar, ...flags }: SourceFlags,
): Promise<Environment | null> {
  const lists = await Promise.all(envFile.map((path) => variablesOfFile(path, { ...flags, envVar })));
  return withVariables(withAddedVariables(environment, lists.flat()), envVar);
}

/** Reads a file of `NAME=value`, or an environment of any format. Values of the former count as secrets. */
async function variablesOfFile(path: string, flags: SourceFlags): Promise<readonly Variable[]> {
  if (!(await isFile(path))) throw new UserError('NOT_FOUND', `--env-file: there is not a file ${path}`);
  const text = decodeText(await readFile(path));
  if (isDotenv(path, text))
    return [...parseDotenv(text)].flatMap(([name, value]) =>
      addedVariables(
        [name, `process.env.${name}`].map((each) => [each, value] as const),
        true,
      ),
    );
  const { environments } = await imports(path, 'environment', flags);
  return environments.flatMap(({ variables }) => variables);
}

function isDotenv(path: string, text: string): boolean {
  if (/(?:^|[/\\])[^/\\]*\.env(?:\.[\w-]+)*$/.test(path)) return true;
  return !/^\s*[{[]|^\w[\w-]*\s*:|^\w[\w:-]*\s*\{/m.test(text);
}

/** Returns the environment with the variables of `--env-var`. Throws a UserError for an invalid one. */
export function withVariables(environment: Environment | null, pairs: readonly string[]): Environment | null {
  return withEnvironmentVariables(environment, variablesIn(pairs, '--env-var'));
}

/** Reads `KEY=VALUE`. Throws a UserError for an invalid one. */
export function variablesIn(pairs: readonly string[], option: string): AddedVariables {
  return pairs.map((pair) => {
    const at = pair.indexOf('=');
    if (at < 1)
      throw new UserError(
        'INVALID_PARAMETER',
        `${option} ${JSON.stringify(pair.slice(0, 100))} is no variable: write KEY=VALUE`,
      );
    return [pair.slice(0, at), pair.slice(at + 1)];
  });
}
