import { X509Certificate } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { temporaryHome, type TemporaryHome } from '../../../test/helpers/home.ts';
import { makeRoot } from '../../certs/root.ts';
import { trustedRoots } from '../../net/trust.ts';
import { wrappedEnvironment } from './environment.ts';
import { certificatesIn } from './pem.ts';

const REPLACING = [
  'AWS_CA_BUNDLE',
  'CARGO_HTTP_CAINFO',
  'CLOUDSDK_CORE_CUSTOM_CA_CERTS_FILE',
  'CURL_CA_BUNDLE',
  'GIT_SSL_CAINFO',
  'GRPC_DEFAULT_SSL_ROOTS_FILE_PATH',
  'HTTPLIB2_CA_CERTS',
  'NIX_SSL_CERT_FILE',
  'PERL_LWP_SSL_CA_FILE',
  'PIP_CERT',
  'REQUESTS_CA_BUNDLE',
  'SSL_CERT_FILE',
  'npm_config_cafile',
];

let home: TemporaryHome;
let caPem: string;
let caPath: string;

beforeEach(() => {
  home = temporaryHome();
  caPem = makeRoot().certPem;
  caPath = join(home.path, 'root.pem');
  writeFileSync(caPath, caPem);
});

afterEach(() => home.remove());

const environment = (base: NodeJS.ProcessEnv = {}) =>
  wrappedEnvironment({ proxyPort: 9099, caPem, caPath, home: home.path, base });

const certificates = (path: string | undefined) =>
  certificatesIn(readFileSync(path ?? '', 'utf8')).map((der) => new X509Certificate(der).fingerprint256);
const fingerprint = (pem: string) => new X509Certificate(pem).fingerprint256;

/** A file with a certificate of the user's own. */
function ownFile(name: string): { readonly path: string; readonly certificate: string } {
  const path = join(home.path, name);
  const { certPem } = makeRoot();
  writeFileSync(path, certPem);
  return { path, certificate: fingerprint(certPem) };
}

describe('the proxy', () => {
  test('is named in each spelling, and no host is exempt', async () => {
    const env = await environment({ NO_PROXY: 'localhost', https_proxy: 'http://theirs' });
    for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'WS_PROXY', 'WSS_PROXY']) {
      expect(env[name]).toBe('http://127.0.0.1:9099');
      expect(env[name.toLowerCase()]).toBe('http://127.0.0.1:9099');
    }
    expect(env).toMatchObject({
      NO_PROXY: '',
      no_proxy: '',
      NODE_USE_ENV_PROXY: '1',
      PERL_LWP_ENV_PROXY: '1',
    });
  });

  test('is not set for what it cannot carry', async () => {
    expect(await environment()).not.toHaveProperty('ALL_PROXY');
    expect(await environment({ all_proxy: 'socks5://x' })).toMatchObject({ all_proxy: 'socks5://x' });
  });
});

describe('trust', () => {
  test("where a variable replaces the roots, its file has ours and the system's, each once", async () => {
    const env = await environment();
    const [bundle, ...others] = new Set(REPLACING.map((name) => env[name]));
    expect(others).toEqual([]);
    const found = certificates(bundle);
    expect(found[0]).toBe(fingerprint(caPem));
    expect(new Set(found).size).toBe(found.length);
    expect(new Set(found)).toEqual(new Set([caPem, ...trustedRoots()].map(fingerprint)));
  });

  test('where a variable adds roots, its file is that of our root', async () => {
    expect(await environment()).toMatchObject({ NODE_EXTRA_CA_CERTS: caPath, DENO_CERT: caPath });
  });

  test("whom the user's own variables name is trusted still", async () => {
    const [ssl, extra, deno] = [ownFile('ssl.pem'), ownFile('extra.pem'), ownFile('deno.pem')];
    const base = { SSL_CERT_FILE: ssl.path, NODE_EXTRA_CA_CERTS: extra.path, DENO_CERT: deno.path };
    const env = await environment(base);
    const all = [fingerprint(caPem), ssl.certificate, extra.certificate, deno.certificate];
    for (const name of REPLACING) expect(certificates(env[name])).toEqual(expect.arrayContaining(all));
    expect(certificates(env['NODE_EXTRA_CA_CERTS'])).toEqual([fingerprint(caPem), extra.certificate]);
    expect(certificates(env['DENO_CERT'])).toEqual([fingerprint(caPem), deno.certificate]);
  });

  test("a file of the user's that is missing, a folder or no certificate changes nothing", async () => {
    const folder = join(home.path, 'folder');
    mkdirSync(folder);
    const text = join(home.path, 'text.pem');
    writeFileSync(text, '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n');
    const base = {
      SSL_CERT_FILE: text,
      CURL_CA_BUNDLE: folder,
      NODE_EXTRA_CA_CERTS: join(home.path, 'none'),
    };
    const [plain, env] = [await environment(), await environment(base)];
    for (const name of [...REPLACING, 'NODE_EXTRA_CA_CERTS']) expect(env[name]).toBe(plain[name]);
  });

  test("configuration files of the user's are read on", async () => {
    const wgetrc = join(home.path, 'wgetrc');
    writeFileSync(wgetrc, 'tries = 2');
    const env = await environment({ SYSTEM_WGETRC: wgetrc, PHP_INI_SCAN_DIR: '/theirs' });
    const bundle = env['SSL_CERT_FILE'] ?? '';
    expect(readFileSync(env['SYSTEM_WGETRC'] ?? '', 'utf8')).toBe(`tries = 2\nca_certificate = ${bundle}\n`);
    expect(readFileSync(env['SYSTEM_WGET2RC'] ?? '', 'utf8')).toContain(`ca-certificate = ${bundle}\n`);
    const [theirs, ours = ''] = (env['PHP_INI_SCAN_DIR'] ?? '').split(delimiter);
    expect(theirs).toBe('/theirs');
    expect(readFileSync(join(ours, 'proxyctl.ini'), 'utf8')).toContain(`curl.cainfo = "${bundle}"\n`);
  });
});

test('the rest of the environment stays, and options are added to those that were there', async () => {
  const base = { PATH: '/bin', JAVA_TOOL_OPTIONS: '-Xmx1g', NODE_OPTIONS: '--no-warnings' };
  const env = await environment(base);
  expect(env['PATH']).toBe('/bin');
  expect(env['JAVA_TOOL_OPTIONS']).toMatch(/^-Xmx1g -Dhttp\.proxyHost=.*roots-v1-[0-9a-f]{16}\.p12/);
  expect(env['NODE_OPTIONS']).toMatch(/^--no-warnings --require .*node-proxy\.cjs/);
  expect(base).toEqual({ PATH: '/bin', JAVA_TOOL_OPTIONS: '-Xmx1g', NODE_OPTIONS: '--no-warnings' });
});

test('interpreters find the preloads before what was there, once', async () => {
  const base = { PYTHONPATH: '/theirs', RUBYLIB: '/theirs', RUBYOPT: '-W0' };
  const env = await environment(base);
  for (const [name, file] of [
    ['PYTHONPATH', 'sitecustomize.py'],
    ['RUBYLIB', 'proxyctl_loopback.rb'],
  ] as const) {
    const [ours = '', ...others] = (env[name] ?? '').split(delimiter);
    expect(readdirSync(ours)).toEqual([file]);
    expect(others).toEqual(['/theirs']);
  }
  expect(env['RUBYOPT']).toBe('-W0 -rproxyctl_loopback');
  const within = await environment(env);
  for (const name of ['PYTHONPATH', 'RUBYLIB', 'RUBYOPT']) expect(within[name]).toBe(env[name]);
});

test('a second run, and one within the first, find the files ready', async () => {
  const env = await environment();
  const folder = dirname(env['SSL_CERT_FILE'] ?? '');
  const files = readdirSync(folder);
  await Promise.all([environment(), environment()]);
  expect(readdirSync(folder)).toEqual(files);
  const within = await environment(env);
  for (const name of [...REPLACING, 'NODE_OPTIONS', 'DENO_CERT']) {
    expect(certificatesOrText(within[name])).toEqual(certificatesOrText(env[name]));
  }
});

function certificatesOrText(value: string | undefined): unknown {
  return value?.endsWith('.pem') === true ? certificates(value) : value;
}

test('every variable is in the documentation', async () => {
  const page = readFileSync(new URL('../../../docs/environment.md', import.meta.url), 'utf8');
  const names = Object.keys(await environment());
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
