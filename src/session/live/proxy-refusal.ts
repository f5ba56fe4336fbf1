// Tells apart a response of a server from that of the running proxy about a server that it does not trust.
import { PROXY_ERRORS, UserError } from '../../base/errors.ts';
import { systemResolver } from '../../net/dns.ts';
import type { HostPort } from '../../net/open.ts';
import type { TrustOf } from '../../net/trust.ts';
import { untrustedIn } from '../../net/untrusted-certificate.ts';
import { UpstreamConnection } from '../../net/upstream-connection.ts';
import type { RequestRun } from '../../runs/runner/events.ts';
import type { MachineTrust } from './machine-trust.ts';

const STATUS = 502;
const TIMEOUT_MS = 10_000;
const HTTPS_PORT = 443;

/**
 * Resolves with the reason why the running proxy has refused the server of a request, which it has then not sent; null
 * for any other outcome.
 */
export async function proxyRefusal(
  run: RequestRun,
  trust: TrustOf,
  machine: MachineTrust,
): Promise<Error | null> {
  const server = isRefused(run) ? serverOf(run.url) : null;
  if (server === null) return null;
  try {
    const connection = await UpstreamConnection.open(
      { ...server, servername: server.host, localAllowed: true },
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
    return untrustedIn(error);
  }
  machine.goesDirect(server);
  return new UserError(
    'CONFLICT',
    `the running proxy does not trust ${server.host}, whose authority is trusted for sends alone: it goes directly from now on, so send again`,
  );
}

function isRefused({ response, error }: RequestRun): boolean {
  if (response === null) return error !== null && new RegExp(`\\b${STATUS}\\b`).test(error);
  return response.status === STATUS && response.body.includes(PROXY_ERRORS.TLS_UNTRUSTED.title);
}

/** Returns the server of a URL with TLS; null without. */
function serverOf(text: string): HostPort | null {
  const url = URL.parse(text);
  if (url === null || !['https:', 'wss:'].includes(url.protocol)) return null;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return { host, port: url.port === '' ? HTTPS_PORT : Number(url.port) };
}
