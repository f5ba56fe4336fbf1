// Tells apart a response of a server from that of the running proxy about a server that it cannot reach or trust.
import { PROXY_ERRORS, ProxyError, UserError, type ErrorCode } from '../../base/errors.ts';
import { productName } from '../../base/product.ts';
import { systemResolver } from '../../net/dns.ts';
import type { HostPort } from '../../net/open.ts';
import type { TrustOf } from '../../net/trust.ts';
import { untrustedIn } from '../../net/untrusted-certificate.ts';
import { UpstreamConnection } from '../../net/upstream-connection.ts';
import type { RequestRun } from '../../runs/runner/events.ts';
import type { MachineTrust } from './machine-trust.ts';

/** The outcome of a request that the running proxy has answered by itself. */
export interface ProxyRefusal {
  readonly error: Error;
  /** The phase in which the proxy gave up; `sent` when the server may have the request. */
  readonly phase: 'dns' | 'connect' | 'tls' | 'sent';
}

/** The phase of each error that a send without the proxy would have met too. */
const PHASES: Readonly<Partial<Record<ErrorCode, ProxyRefusal['phase']>>> = {
  DNS_FAILED: 'dns',
  CONNECT_FAILED: 'connect',
  CONNECT_TIMEOUT: 'connect',
  EXTERNAL_PROXY_FAILED: 'connect',
  PAC_FAILED: 'connect',
  TLS_FAILED: 'tls',
  UPSTREAM_CLOSED: 'sent',
  BAD_RESPONSE: 'sent',
};

/** The page of the proxy, see src/proxy/shared/error-page.ts. */
const PAGE = new RegExp(`^(\\d{3}) [^\\n]*\\n\\n(.+)\\n\\n${productName}\\n$`, 's');

/** Bytes of the longest page. */
const MAX_PAGE = 64 * 1024;
const STATUS = 502;
const TIMEOUT_MS = 10_000;
/** The standard ports of the protocols that go through a tunnel. */
const PORTS: Readonly<Record<string, number>> = { 'https:': 443, 'wss:': 443, 'ws:': 80 };

/** Resolves with the reason why the running proxy has answered a request by itself; null for any other outcome. */
export async function proxyRefusal(
  run: RequestRun,
  trust: TrustOf,
  machine: MachineTrust,
): Promise<ProxyRefusal | null> {
  return failureOf(run) ?? (isRefused(run) ? reasonOf(run, trust, machine) : null);
}

/** Returns the failure that the page of the proxy tells about. */
function failureOf({ response }: RequestRun): ProxyRefusal | null {
  const [, status, reason = ''] = PAGE.exec(response?.body.subarray(0, MAX_PAGE).toString() ?? '') ?? [];
  if (response === null || Number(status) !== response.status) return null;
  for (const [code, phase] of Object.entries(PHASES))
    if (reason.startsWith(PROXY_ERRORS[code as ErrorCode].title)) return { error: new Error(reason), phase };
  return null;
}

/** Resolves with the reason that the server itself gives: a refused tunnel tells no more than that it was refused. */
async function reasonOf(
  { url, response }: RequestRun,
  trust: TrustOf,
  machine: MachineTrust,
): Promise<ProxyRefusal | null> {
  const server = serverOf(url);
  if (server === null) return null;
  try {
    const connection = await UpstreamConnection.open(
      { ...server, localAllowed: true },
      {
        timeoutMs: TIMEOUT_MS,
        alpn: ['http/1.1'],
        keylog: null,
        resolve: systemResolver,
        guard: () => null,
        trust,
      },
    );
    connection.destroy();
  } catch (error) {
    const untrusted = untrustedIn(error);
    if (untrusted !== null) return { error: untrusted, phase: 'tls' };
    if (response !== null || !(error instanceof ProxyError)) return null;
    return { error, phase: PHASES[error.code] ?? 'connect' };
  }
  if (server.servername === null) return null;
  machine.goesDirect(server);
  const error = new UserError(
    'CONFLICT',
    `the running proxy does not trust ${server.host}, whose authority is trusted for sends alone: it goes directly from now on, so send again`,
  );
  return { error, phase: 'tls' };
}

function isRefused({ response, error }: RequestRun): boolean {
  if (response === null) return error !== null && new RegExp(`\\b${STATUS}\\b`).test(error);
  return response.status === STATUS && response.body.includes(PROXY_ERRORS.TLS_UNTRUSTED.title);
}

interface Server extends HostPort {
  /** Null without TLS. */
  readonly servername: string | null;
}

/** Returns the server of a URL that goes through a tunnel; null for others. */
function serverOf(text: string): Server | null {
  const url = URL.parse(text);
  const standardPort = PORTS[url?.protocol ?? ''];
  if (url === null || standardPort === undefined) return null;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = url.port === '' ? standardPort : Number(url.port);
  return { host, port, servername: url.protocol === 'ws:' ? null : host };
}
