// Reads the environments beside `.http` files: `http-client.env.json` of JetBrains with its private twin, the settings
// of VS Code, and files `.env`.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isObject } from '../../../base/is-object.ts';
import { messageOf } from '../../../base/errors.ts';
import type { Environment } from '../../../collections/model/environment.ts';
import type { Variable } from '../../../collections/model/values.ts';
import { decodeText } from '../../../documents/decode-text.ts';
import { scalarText, type JsonObject } from '../../../documents/json-values.ts';
import { parseLenientYaml } from '../../../documents/lenient-yaml.ts';
import type { ImportContext } from '../shared/import-context.ts';
import { stableId } from '../shared/folder/stable-id.ts';
import type { Security } from './auth.ts';

/** The maximum number of folders above a file that are searched. */
const MAX_LEVELS = 8;
const MAX_BYTES = 4 * 1024 * 1024;
/** Variables of a file `.env` that stand for the whole. */
const SHARED = '$shared';

export interface HttpEnvironments {
  readonly environments: readonly Environment[];
  readonly security: Security;
  /** Values of the nearest file `.env`. */
  readonly dotenv: ReadonlyMap<string, string>;
}

export const NO_ENVIRONMENTS: HttpEnvironments = { environments: [], security: new Map(), dotenv: new Map() };

/** File names in the order in which they are read; values of later ones win. */
const FILES: readonly { readonly name: string; readonly isPrivate: boolean; readonly key?: string }[] = [
  { name: '.vscode/settings.json', isPrivate: false, key: 'rest-client.environmentVariables' },
  { name: 'rest-client.env.json', isPrivate: false },
  { name: 'http-client.env.json', isPrivate: false },
  { name: 'rest-client.private.env.json', isPrivate: true },
  { name: 'http-client.private.env.json', isPrivate: true },
];

/** Reads what is in these folders and above them. Values of nearer folders win. */
export function environmentsBeside(folders: readonly string[], context: ImportContext): HttpEnvironments {
  const found = new Map<string, Map<string, Variable>>();
  const security = new Map<string, JsonObject>();
  let dotenv: ReadonlyMap<string, string> = new Map();
  for (const folder of foldersAbove(folders)) {
    for (const file of FILES) {
      const fields = readFields(join(folder, file.name), file.key, context);
      for (const [name, values] of Object.entries(fields))
        if (isObject(values)) takeValues(found, security, name, values, file.isPrivate);
    }
    dotenv = new Map([...dotenv, ...dotenvIn(join(folder, '.env'))]);
  }
  return { environments: environmentsOf(found, folders[0] ?? ''), security, dotenv };
}

/** Returns the folders with those above them in the same repository, the outermost first. */
function foldersAbove(folders: readonly string[]): readonly string[] {
  const found = new Set<string>();
  for (const folder of folders) for (const path of foldersTo(resolve(folder))) found.add(path);
  return [...found];
}

/** Returns the folders from the root of the repository to this one; outside of a repository this one alone. */
function foldersTo(folder: string): readonly string[] {
  const chain: string[] = [];
  for (let path = folder; chain.length < MAX_LEVELS; path = dirname(path)) {
    chain.unshift(path);
    if (existsSync(join(path, '.git'))) return chain;
    if (dirname(path) === path) break;
  }
  return [folder];
}

function readFields(path: string, key: string | undefined, context: ImportContext): JsonObject {
  const text = textOf(path);
  if (text === null) return {};
  try {
    // JSON with comments, which is YAML without its comments.
    const value = parseLenientYaml(withoutComments(text)).value;
    const fields = isObject(value) && key !== undefined ? value[key] : value;
    return isObject(fields) ? fields : {};
  } catch (error) {
    context.at(path).warn(`its environments cannot be read: ${messageOf(error)}`);
    return {};
  }
}

function textOf(path: string): string | null {
  try {
    return statSync(path).size > MAX_BYTES ? null : decodeText(readFileSync(path));
  } catch {
    return null;
  }
}

/** Removes comments and commas before a closing bracket, which VS Code allows. */
function withoutComments(text: string): string {
  return text
    .replace(
      /("(?:\\.|[^"\\])*"?)|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?/g,
      (_, string?: string) => string ?? '',
    )
    .replace(/("(?:\\.|[^"\\])*"?)|,(?=\s{0,1000}[}\]])/g, (_, string?: string) => string ?? '')
    .replaceAll('\t', ' ');
}

function takeValues(
  found: Map<string, Map<string, Variable>>,
  security: Map<string, JsonObject>,
  environment: string,
  values: JsonObject,
  isPrivate: boolean,
): void {
  const variables = found.get(environment) ?? new Map<string, Variable>();
  found.set(environment, variables);
  const auth = isObject(values['Security']) ? values['Security']['Auth'] : undefined;
  if (isObject(auth))
    for (const [id, fields] of Object.entries(auth))
      if (isObject(fields)) security.set(id, { ...security.get(id), ...fields });
  for (const [name, value] of flattened(values, '')) {
    const secret = isPrivate || /^Security\.Auth\..*(?:Secret|Password)$/.test(name);
    variables.set(name, { name, value, enabled: true, secret, docs: '' });
  }
}

/** Yields nested values under names with dots. */
function* flattened(values: JsonObject, prefix: string): Generator<readonly [string, string]> {
  for (const [key, value] of Object.entries(values)) {
    const name = `${prefix}${key}`;
    if (isObject(value)) yield* flattened(value, `${name}.`);
    else yield [name, Array.isArray(value) ? JSON.stringify(value) : (scalarText(value) ?? '')];
  }
}

/** Returns the environments, each with what all of them share. */
function environmentsOf(
  found: ReadonlyMap<string, ReadonlyMap<string, Variable>>,
  folder: string,
): readonly Environment[] {
  const shared = [...(found.get(SHARED)?.values() ?? [])];
  const named = [...found].filter(([name]) => !/^\$(?:shared|default|schema)/.test(name));
  return named.map(([name, own]) => {
    const variables = new Map(shared.map((variable) => [variable.name, variable]));
    // A request names these also when the environment has a value of its own.
    for (const variable of shared)
      variables.set(`$shared ${variable.name}`, { ...variable, name: `$shared ${variable.name}` });
    for (const variable of own.values()) variables.set(variable.name, withShared(variable));
    return { id: stableId('http', folder, name), name, variables: [...variables.values()] };
  });
}

function withShared(variable: Variable): Variable {
  return {
    ...variable,
    value: variable.value.replace(/\{\{\s*\$shared\s+([^{}]+?)\s*\}\}/g, '{{$shared $1}}'),
  };
}

function dotenvIn(path: string): ReadonlyMap<string, string> {
  const text = textOf(path);
  if (text === null) return new Map();
  return new Map(
    text.split(/\r?\n/).flatMap((line) => {
      const [, name, value = ''] = /^(?:export\s+)?([\w.-]+)\s*=\s*(.*)$/.exec(line.trim()) ?? [];
      return name === undefined ? [] : [[name, unquoted(value)] as const];
    }),
  );
}

function unquoted(value: string): string {
  const [, quote, inner = ''] = /^(['"`])(.*)\1(?:\s+#.*)?$/.exec(value) ?? [];
  return quote === undefined ? value.replace(/\s+#.*$/, '') : inner;
}
