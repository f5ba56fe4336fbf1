// Every setting, declared once: its type, default and meaning. Validation, the types and the page of settings in the
// documentation are derived from it. Loaded only where settings are read.
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { TLS_VERSIONS } from '../../base/tls-version.ts';
import { defaults } from './defaults.ts';
import {
  TEXT,
  HOSTS,
  UPSTREAM_BYPASS,
  APP,
  MAX_BYTES,
  MAX_BODY_BYTES,
  MAX_RESOURCES,
  MAX_PRICES,
  MAX_DOMAINS,
  MAX_HOST_CHARS,
  MAX_NAME_CHARS,
  flag,
  text,
  path,
  hostPattern,
  fingerprint,
  clientRange,
  appName,
  portNumber,
  byteCount,
  isServerUrl,
  list,
  orText,
  object,
} from './fields.ts';
import { autosave, ndjson, otlp } from './output-fields.ts';

const { listen, access, tls, upstream, capture, dns } = defaults;

const decryptedHost = object({ enabled: flag.default(true), pattern: hostPattern });
const decryptedApp = object({ enabled: flag.default(true), name: appName });

const externalProxy = object({
  isEnabled: flag.default(upstream.externalProxy.isEnabled),
  type: z
    .enum(['http', 'https', 'socks5', 'pac'], '"http", "https", "socks5" or "pac"')
    .default(upstream.externalProxy.type)
    .describe('Protocol of the proxy; `pac` chooses a proxy with the file at `url`'),
  host: text.default('').describe('Name or address of the proxy'),
  port: portNumber(1).default(upstream.externalProxy.port),
  url: text.default('').describe('URL of the PAC file: http, https, file or data'),
  username: text.default(''),
  password: text.default(''),
  bypassHosts: list(text.max(MAX_HOST_CHARS, UPSTREAM_BYPASS), UPSTREAM_BYPASS)
    .default([])
    .describe('Hosts that are connected to directly, without the proxy'),
}).superRefine((proxy, context) => {
  const missing = proxy.type === 'pac' ? 'url' : 'host';
  if (!proxy.isEnabled || proxy[missing].trim() !== '') return;
  const message = missing === 'url' ? 'the URL of the PAC file' : 'the name or address of the proxy';
  context.addIssue({
    code: 'custom',
    path: [missing],
    input: proxy[missing],
    message: `${message}, or switch it off (isEnabled)`,
  });
});

const MIN_LISTED = 5000;
const MAX_LISTED = 5_000_000;
const LISTED = `a whole number from ${MIN_LISTED} to ${MAX_LISTED}`;

const DAYS = 'a whole number of days from 1 to 3650';

const keepTraffic = object({
  mode: z
    .enum(['afterCrash', 'lastSession', 'days'], '"afterCrash", "lastSession" or "days"')
    .default('afterCrash')
    .describe('After a crash only, until the next start has ended, or for a number of days'),
  days: z.number(DAYS).int(DAYS).min(1, DAYS).max(3650, DAYS).default(7),
});

const TLS_VERSION = '"1.0", "1.1", "1.2" or "1.3"';
const tlsVersion = z.enum(TLS_VERSIONS, TLS_VERSION);

const minTlsVersion = object({
  clients: tlsVersion.default(tls.minTlsVersion.clients),
  servers: tlsVersion.default(tls.minTlsVersion.servers),
});

const socks = object({
  isEnabled: flag.default(listen.socks.isEnabled),
  port: portNumber(1).default(listen.socks.port),
  username: text.default('').describe('Empty when no credentials are required'),
  password: text.default(''),
});

const deviceLogin = object({
  username: text.default(access.deviceLogin.username),
  password: text.default(access.deviceLogin.password),
});

const TARGET =
  'an http or https URL such as https://api.example.com, without credentials, query and fragment';

const reverseProxy = object({
  id: z
    .string(TEXT)
    .min(1, TEXT)
    .default(() => randomUUID()),
  enabled: flag.default(true),
  name: text.default(''),
  listenPort: portNumber(1),
  target: z.string(TARGET).refine(isServerUrl, TARGET),
  preserveHost: flag.default(false),
});

const DOMAIN = 'a domain such as "api.example.com", without wildcards';

const capturedDomain = object({
  domain: z
    .string(DOMAIN)
    .max(MAX_HOST_CHARS, DOMAIN)
    .overwrite((name) => name.trim().toLowerCase().replace(/\.$/, ''))
    .refine((name) => /^(?!-)[a-z0-9_-]{1,63}(\.(?!-)[a-z0-9_-]{1,63})*$/.test(name), DOMAIN),
  app: text.max(MAX_NAME_CHARS, APP).default('').describe('The app that it is captured for'),
});

const dnsCapture = object({
  isEnabled: flag.default(dns.dnsCapture.isEnabled),
  dnsPort: portNumber(1)
    .nullable()
    .default(dns.dnsCapture.dnsPort)
    .describe('Port of the name server; null for the one that the set-up of this system needs'),
  httpPort: portNumber(1).default(dns.dnsCapture.httpPort),
  httpsPort: portNumber(1).default(dns.dnsCapture.httpsPort),
  domains: list(
    orText('domain', capturedDomain),
    'a list of domains such as ["api.example.com"]',
    MAX_DOMAINS,
  )
    .default([])
    .describe('Captured with all names below them'),
});

export const clientCertificate = object({
  host: hostPattern,
  certPath: path.describe('PEM, or PKCS #12 with its key'),
  keyPath: path.nullable().default(null),
  passphrase: text.default(''),
});

const PRICE = 'a number from 0 to 1000000';
const MAX_PRICE = 1_000_000;
const MODEL = 'the name of a model such as "gpt-5-mini*", with * and ? as wildcards';

const price = z.number(PRICE).min(0, PRICE).max(MAX_PRICE, PRICE);

const modelPrice = object({
  model: z.string(MODEL).max(MAX_NAME_CHARS, MODEL).trim().min(1, MODEL),
  input: price,
  cachedInput: price
    .nullable()
    .default(null)
    .describe('For input from the cache of the provider; null: as other input'),
  cacheWrite: price
    .nullable()
    .default(null)
    .describe('For input that goes to the cache of the provider; null: as other input'),
  output: price,
  currency: text.max(MAX_NAME_CHARS, TEXT).default('USD'),
});

export const settingsSchema = object({
  port: portNumber(0).default(listen.port).describe('Port to listen on; 0 takes any free one'),
  listenOnAllInterfaces: flag
    .default(listen.listenOnAllInterfaces)
    .describe('Let other devices use the proxy'),
  http2ToClients: flag.default(tls.http2ToClients).describe('Offer HTTP/2 to clients'),
  upstreamHttp2: flag.default(upstream.upstreamHttp2).describe('Offer HTTP/2 to servers'),
  minTlsVersion: minTlsVersion
    .prefault({})
    .describe('Lowest version of TLS that is spoken with clients and with servers, 1.0 to 1.3'),
  maxCapturedBodyBytes: byteCount(MAX_BODY_BYTES)
    .default(capture.maxCapturedBodyBytes)
    .describe('Most bytes captured of a body; the rest is forwarded and counted'),
  memoryBudgetBytes: byteCount(MAX_BYTES)
    .default(capture.memoryBudgetBytes)
    .describe('Most bytes of captured bodies in memory; beyond it they move to a private temporary file'),
  diskBudgetBytes: byteCount(MAX_BYTES)
    .default(capture.diskBudgetBytes)
    .describe(
      'Most bytes of captured bodies in that file, and never more than half of the free disk space; beyond it the oldest are dropped',
    ),
  maxListedRequests: z
    .number(LISTED)
    .int(LISTED)
    .min(MIN_LISTED, LISTED)
    .max(MAX_LISTED, LISTED)
    .default(50_000)
    .describe('Most captured requests in the traffic list of the app; beyond it the oldest tenth is dropped'),
  keepTraffic: keepTraffic
    .prefault({})
    .describe('When the session file of the app stays on the disk after its end'),
  sslProxyingHosts: list(
    orText('pattern', decryptedHost),
    'a list of hosts to decrypt, such as ["*.example.com"]',
  )
    .default([])
    .describe('Hosts whose HTTPS is decrypted; `*` and `?` are wildcards'),
  sslProxyingApps: list(orText('name', decryptedApp), 'a list of apps to decrypt, such as ["curl"]')
    .default([])
    .describe('Apps whose HTTPS is decrypted'),
  bypassHosts: list(hostPattern, HOSTS)
    .default([])
    .describe('Hosts that are never decrypted; they win over the two lists above'),
  allowedClientIPs: list(clientRange, 'a list of IP addresses and ranges such as ["192.168.1.0/24"]')
    .default([])
    .describe(
      'IP addresses and networks that may use the proxy, besides this machine; empty: private and link-local networks',
    ),
  deviceLogin: deviceLogin.prefault({}).describe('Account that other devices have to give; both empty: none'),
  allowDevicesToLocal: flag
    .default(access.allowDevicesToLocal)
    .describe(
      'Let other devices reach loopback, link-local and this machine’s own addresses through the proxy',
    ),
  insecureUpstreamHosts: list(hostPattern, HOSTS)
    .default([])
    .describe('Servers whose certificate is not verified'),
  clientCertificates: list(
    clientCertificate,
    'a list of objects with host, certPath, keyPath, passphrase',
    MAX_RESOURCES,
  )
    .default([])
    .describe('Client certificates for servers that request one'),
  externalProxy: externalProxy.prefault({}).describe('Upstream proxy for connections to servers'),
  socks: socks.prefault({}).describe('A separate port for SOCKS clients'),
  reverseProxies: list(reverseProxy, 'a list of objects with listenPort and target', MAX_RESOURCES)
    .default([])
    .describe('Ports that forward to one server each'),
  allowedSecrets: list(fingerprint, 'a list of fingerprints such as ["stripe:0123456789abcdef"]')
    .default([])
    .describe('Fingerprints of secrets that are accepted: insights and `--fail-on-secrets` leave them out'),
  modelPrices: list(modelPrice, 'a list of objects with model, input, output', MAX_PRICES)
    .default([])
    .describe('What language models cost per million tokens, for the cost of AI requests'),
  tlsKeyLogPath: path
    .nullable()
    .default(tls.tlsKeyLogPath)
    .describe('File for TLS keys of both sides, in SSLKEYLOGFILE format'),
  ndjson: ndjson.prefault({}).describe('File to which each finished exchange is appended as a line of JSON'),
  otlp: otlp
    .prefault({})
    .describe('Collector to which each finished exchange is sent as a span of OpenTelemetry'),
  autosave: autosave
    .prefault({})
    .describe('Folder to which finished exchanges are written, with a new file from time to time'),
  dnsCapture: dnsCapture
    .prefault({})
    .describe('Names that DNS leads to this machine, to capture programs that know of no proxy'),
  autoEnableMacOSProxy: flag
    .default(false)
    .describe('Make the app the system’s proxy when it starts; `run` leaves the system alone'),
}).superRefine((settings, context) => {
  const ports = [
    { port: settings.port, path: ['port'] },
    ...(settings.socks.isEnabled ? [{ port: settings.socks.port, path: ['socks', 'port'] }] : []),
    ...settings.reverseProxies.flatMap(({ enabled, listenPort }, index) =>
      enabled ? [{ port: listenPort, path: ['reverseProxies', index, 'listenPort'] }] : [],
    ),
    ...(settings.dnsCapture.isEnabled
      ? (['httpPort', 'httpsPort'] as const).map((name) => ({
          port: settings.dnsCapture[name],
          path: ['dnsCapture', name],
        }))
      : []),
  ].filter(({ port }) => port !== 0);
  for (const [index, { port, path: settingPath }] of ports.entries()) {
    const other = ports.slice(0, index).find((before) => before.port === port);
    if (other === undefined) continue;
    const message = `another port: ${other.path.join('.')} is the same`;
    context.addIssue({ code: 'custom', path: settingPath, message, input: port });
  }
});

/** The settings as they are stored, with every key. */
export type Settings = z.output<typeof settingsSchema>;

/** A change of settings. Missing keys stay as they are; null resets to the default. */
export type SettingsChange = Change<z.input<typeof settingsSchema>>;

type Change<T> = T extends readonly (infer Entry)[]
  ? readonly Change<Entry>[]
  : T extends object
    ? { readonly [K in keyof T]: Change<T[K]> | null }
    : T;
