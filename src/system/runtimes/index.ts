// The table of runtimes: the variables that make programs of each runtime use the proxy and trust its root. `run --
// COMMAND` sets the variables of all runtimes, `setup` those of one. docs/environment.md says which programs read each
// variable.

/**
 * The kinds of values. `proxy`: the URL of the proxy. `empty`: set, and empty. `on`: 1. `roots`: a file with our root
 * and the roots that are trusted anyway, for programs that read no other file. `root`: a file with roots that are
 * added. `made`: a special value that `run` creates.
 */
export type VariableKind = 'proxy' | 'empty' | 'on' | 'roots' | 'root' | 'made';

export type RuntimeVariables = Readonly<Record<string, VariableKind>>;

export interface Runtime {
  /** As in `setup node`. */
  readonly target: string;
  readonly title: string;
  readonly variables: RuntimeVariables;
}

/** No host is exempt, not even localhost. ALL_PROXY is for protocols that this proxy does not speak. */
const PROXY = {
  HTTP_PROXY: 'proxy',
  http_proxy: 'proxy',
  HTTPS_PROXY: 'proxy',
  https_proxy: 'proxy',
  WS_PROXY: 'proxy',
  ws_proxy: 'proxy',
  WSS_PROXY: 'proxy',
  wss_proxy: 'proxy',
  NO_PROXY: 'empty',
  no_proxy: 'empty',
} as const;

/** The variables of OpenSSL and of those that follow it. */
const OPENSSL = { SSL_CERT_FILE: 'roots', NIX_SSL_CERT_FILE: 'roots' } as const;

const NODE = {
  NODE_USE_ENV_PROXY: 'on',
  NODE_OPTIONS: 'made',
  NODE_EXTRA_CA_CERTS: 'root',
  DENO_CERT: 'root',
  GLOBAL_AGENT_HTTP_PROXY: 'proxy',
  // npm prefers its own settings to the common variables.
  npm_config_proxy: 'proxy',
  npm_config_https_proxy: 'proxy',
  npm_config_noproxy: 'empty',
  npm_config_cafile: 'roots',
  YARN_HTTP_PROXY: 'proxy',
  YARN_HTTPS_PROXY: 'proxy',
} as const;

const PYTHON = {
  PYTHONPATH: 'made',
  REQUESTS_CA_BUNDLE: 'roots',
  CURL_CA_BUNDLE: 'roots',
  PIP_CERT: 'roots',
  HTTPLIB2_CA_CERTS: 'roots',
  GRPC_DEFAULT_SSL_ROOTS_FILE_PATH: 'roots',
} as const;

const TOOLS = {
  CURL_CA_BUNDLE: 'roots',
  GIT_SSL_CAINFO: 'roots',
  CARGO_HTTP_CAINFO: 'roots',
  AWS_CA_BUNDLE: 'roots',
  CLOUDSDK_CORE_CUSTOM_CA_CERTS_FILE: 'roots',
  SYSTEM_WGETRC: 'made',
  SYSTEM_WGET2RC: 'made',
} as const;

const runtime = (target: string, title: string, variables: RuntimeVariables): Runtime => ({
  target,
  title,
  variables: { ...PROXY, ...variables },
});

export const RUNTIMES: readonly Runtime[] = [
  runtime('node', 'Node.js, npm, Yarn, Deno, Bun', { ...NODE }),
  runtime('python', 'Python', { ...OPENSSL, ...PYTHON }),
  runtime('java', 'Java and what runs on its virtual machine', { JAVA_TOOL_OPTIONS: 'made' }),
  runtime('ruby', 'Ruby', { ...OPENSSL, RUBYLIB: 'made', RUBYOPT: 'made', CGI_HTTP_PROXY: 'proxy' }),
  runtime('go', 'Go', { ...OPENSSL }),
  runtime('dotnet', '.NET', { ...OPENSSL }),
  runtime('php', 'PHP', { ...OPENSSL, PHP_INI_SCAN_DIR: 'made' }),
  runtime('perl', 'Perl', {
    ...OPENSSL,
    PERL_LWP_ENV_PROXY: 'on',
    PERL_LWP_SSL_CA_FILE: 'roots',
    CGI_HTTP_PROXY: 'proxy',
  }),
  runtime('tools', 'curl, wget, Git, Cargo, the tools of cloud providers', { ...OPENSSL, ...TOOLS }),
  runtime('assistant', 'AI assistants on the command line', { ...OPENSSL, ...NODE, ...PYTHON, ...TOOLS }),
];

/** The variables of all runtimes. */
export const ALL_VARIABLES: RuntimeVariables = Object.assign(
  {},
  ...RUNTIMES.map(({ variables }) => variables),
) as RuntimeVariables;
