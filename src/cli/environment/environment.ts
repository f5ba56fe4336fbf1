// The environment of a wrapped command, which makes programs in it use the proxy and trust its root certificate.
// docs/environment.md lists the programs that read each variable.
import { readFile } from 'node:fs/promises';
import { delimiter, dirname } from 'node:path';
import { javaToolOptions } from './java-options.ts';
import { nodeOptions } from './node-options.ts';
import { phpPreload, preloadVariables } from './preloads.ts';
import { runFolder, type RunFolder } from './run-folder.ts';
import { trustFiles } from './trust-files.ts';
import { ALL_VARIABLES, type RuntimeVariables, type VariableKind } from '../../system/runtimes/index.ts';
import { valueOf, withVariables, type Variables } from './variables.ts';

export interface WrappedOptions {
  readonly proxyPort: number;
  /** The root certificate: its text and its file. */
  readonly caPem: string;
  readonly caPath: string;
  /** Data folder; the files that variables point to are written to its subfolder `run`. */
  readonly home: string;
  /** The environment to start from. */
  readonly base: NodeJS.ProcessEnv;
}

/** Returns a copy of `base` with the variables set. Rejects with an Error that names an unwritable file. */
export async function wrappedEnvironment(options: WrappedOptions): Promise<NodeJS.ProcessEnv> {
  return withVariables(options.base, await runtimeVariables(options, ALL_VARIABLES));
}

/** Returns the variables of some runtimes. Rejects with an Error that names an unwritable file. */
export async function runtimeVariables(
  { proxyPort, caPem, caPath, home, base }: WrappedOptions,
  kinds: RuntimeVariables,
): Promise<Variables> {
  const own = (name: string): string | undefined => valueOf(base, name);
  const folder = runFolder(home);
  const trust = await trustFiles(
    folder,
    { pem: caPem, path: caPath },
    ROOT_FILES.flatMap((name) => own(name) ?? []),
  );
  const made: Variables = {
    ...(await configurations(folder, trust.bundle, own)),
    ...(await preloadVariables(folder, own)),
    JAVA_TOOL_OPTIONS: javaToolOptions(own('JAVA_TOOL_OPTIONS'), proxyPort, trust.javaStore),
    NODE_OPTIONS: nodeOptions(own('NODE_OPTIONS')),
  };
  const valueFor = async (name: string, kind: VariableKind): Promise<string> => {
    switch (kind) {
      case 'proxy':
        return `http://127.0.0.1:${proxyPort}`;
      case 'empty':
        return '';
      case 'on':
        return '1';
      case 'roots':
        return trust.bundle;
      case 'root':
        return trust.beside(own(name));
      case 'made':
        return made[name] ?? '';
    }
  };
  const variables: Record<string, string> = {};
  for (const [name, kind] of Object.entries(kinds)) variables[name] = await valueFor(name, kind);
  return variables;
}

/** The variables that may name files of the user with further roots. */
const ROOT_FILES = Object.keys(ALL_VARIABLES).filter(
  (name) => ALL_VARIABLES[name] === 'roots' || ALL_VARIABLES[name] === 'root',
);

/** Files for programs that read roots only from a configuration file: a copy of the system's with one more line. */
async function configurations(
  folder: RunFolder,
  bundle: string,
  own: (name: string) => string | undefined,
): Promise<Variables> {
  const wget = await firstText(own('SYSTEM_WGETRC'), '/etc/wgetrc', '/usr/local/etc/wgetrc', BREW_WGETRC);
  const wget2 = await firstText(own('SYSTEM_WGET2RC'), '/etc/wget2rc', '/usr/local/etc/wget2rc');
  const php = await folder.file('php-*/proxyctl.ini', phpSettings(bundle, await phpPreload(folder)));
  return {
    SYSTEM_WGETRC: await folder.file('wgetrc-*', `${wget}\nca_certificate = ${bundle}\n`),
    SYSTEM_WGET2RC: await folder.file('wget2rc-*', `${wget2}\nca-certificate = ${bundle}\n`),
    // An empty entry stands for the folder that PHP would read without the variable.
    PHP_INI_SCAN_DIR: `${own('PHP_INI_SCAN_DIR') ?? ''}${delimiter}${dirname(php)}`,
  };
}

const BREW_WGETRC = '/opt/homebrew/etc/wgetrc';

async function firstText(...paths: readonly (string | undefined)[]): Promise<string> {
  for (const path of paths) {
    const text = path === undefined ? null : await readFile(path, 'utf8').catch(() => null);
    if (text !== null) return text;
  }
  return '';
}

function phpSettings(bundle: string, preload: string): string {
  const quoted = (path: string): string => `"${path.replaceAll('"', '\\"')}"`;
  return [
    `curl.cainfo = ${quoted(bundle)}`,
    `openssl.cafile = ${quoted(bundle)}`,
    `auto_prepend_file = ${quoted(preload)}`,
    '',
  ].join('\n');
}
