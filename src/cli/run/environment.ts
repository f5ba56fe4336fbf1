// The environment of a wrapped command, which makes programs in it use the proxy and trust its root certificate.
// docs/environment.md lists which programs read each variable.
import { readFile } from 'node:fs/promises';
import { delimiter, dirname } from 'node:path';
import { javaToolOptions } from './java-options.ts';
import { nodeOptions } from './node-options.ts';
import { phpPreload, preloadVariables } from './preloads.ts';
import { runFolder, type RunFolder } from './run-folder.ts';
import { trustFiles, type TrustFiles } from './trust-files.ts';
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

/** Returns a copy of `base` with the variables set. Rejects with an Error that names a file that cannot be written. */
export async function wrappedEnvironment(options: WrappedOptions): Promise<NodeJS.ProcessEnv> {
  const { proxyPort, caPem, caPath, home, base } = options;
  const own = (name: string): string | undefined => valueOf(base, name);
  const folder = runFolder(home);
  const named = [...REPLACING, ...ADDING].flatMap((name) => own(name) ?? []);
  const trust = await trustFiles(folder, { pem: caPem, path: caPath }, named);
  return withVariables(base, {
    ...proxyVariables(`http://127.0.0.1:${proxyPort}`),
    ...(await trustVariables(trust, own)),
    ...(await configurations(folder, trust.bundle, own)),
    ...(await preloadVariables(folder, own)),
    JAVA_TOOL_OPTIONS: javaToolOptions(own('JAVA_TOOL_OPTIONS'), proxyPort, trust.javaStore),
    NODE_OPTIONS: nodeOptions(own('NODE_OPTIONS')),
  });
}

/** Variables that name the only file of roots of some programs. */
const REPLACING = [
  'SSL_CERT_FILE',
  'NIX_SSL_CERT_FILE',
  'CURL_CA_BUNDLE',
  'REQUESTS_CA_BUNDLE',
  'PIP_CERT',
  'HTTPLIB2_CA_CERTS',
  'AWS_CA_BUNDLE',
  'CLOUDSDK_CORE_CUSTOM_CA_CERTS_FILE',
  'GIT_SSL_CAINFO',
  'CARGO_HTTP_CAINFO',
  'npm_config_cafile',
  'PERL_LWP_SSL_CA_FILE',
  'GRPC_DEFAULT_SSL_ROOTS_FILE_PATH',
] as const;

/** Variables that name roots in addition to those that programs know. */
const ADDING = ['NODE_EXTRA_CA_CERTS', 'DENO_CERT'] as const;

/** ALL_PROXY is left as it is: it is for traffic that is neither HTTP nor WebSocket, which this proxy cannot carry. */
function proxyVariables(url: string): Variables {
  return {
    HTTP_PROXY: url,
    http_proxy: url,
    HTTPS_PROXY: url,
    https_proxy: url,
    WS_PROXY: url,
    ws_proxy: url,
    WSS_PROXY: url,
    wss_proxy: url,
    // No host is exempt, not even localhost.
    NO_PROXY: '',
    no_proxy: '',
    // npm prefers its own settings over the variables above.
    npm_config_proxy: url,
    npm_config_https_proxy: url,
    npm_config_noproxy: '',
    YARN_HTTP_PROXY: url,
    YARN_HTTPS_PROXY: url,
    GLOBAL_AGENT_HTTP_PROXY: url,
    CGI_HTTP_PROXY: url,
    NODE_USE_ENV_PROXY: '1',
    PERL_LWP_ENV_PROXY: '1',
  };
}

async function trustVariables(
  trust: TrustFiles,
  own: (name: string) => string | undefined,
): Promise<Variables> {
  const variables: Record<string, string> = {};
  for (const name of REPLACING) variables[name] = trust.bundle;
  for (const name of ADDING) variables[name] = await trust.beside(own(name));
  return variables;
}

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
