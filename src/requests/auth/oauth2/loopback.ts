// The loopback server to which the browser is redirected when the user has consented or refused (RFC 8252 section
// 7.3).
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { messageOf } from '../../../base/errors.ts';
import { http } from '../../../base/node-http.ts';
import { fieldError } from '../shared/fields.ts';
import { tokenError } from './token-endpoint.ts';

export interface Loopback {
  /** The redirect URI with the actual port. */
  readonly redirectUri: string;
  /** Rejects with an Error when the user refuses, after a timeout, or when the signal is aborted. */
  readonly code: Promise<string>;
  close(): void;
}

/** The time for the user to log in and consent. */
const WAIT_MS = 5 * 60_000;
const HOSTS: ReadonlyMap<string, string> = new Map([
  ['127.0.0.1', '127.0.0.1'],
  ['[::1]', '::1'],
  ['localhost', '127.0.0.1'],
]);

/** Listens on the port of `redirectUri`, or on a free port when it names none. An empty URI means the default. */
export async function openLoopback(
  redirectUri: string,
  state: string,
  signal: AbortSignal | undefined,
): Promise<Loopback> {
  const uri = URL.parse(redirectUri.trim() || 'http://127.0.0.1/callback');
  const host = uri?.protocol === 'http:' ? HOSTS.get(uri.hostname) : undefined;
  if (uri === null || host === undefined)
    throw fieldError(
      'oauth2',
      'redirectUri',
      'is not an address of this machine: use one such as http://127.0.0.1:8080/callback, leave it empty, or give the accessToken',
    );
  const server = http.createServer({ maxHeaderSize: 16 * 1024 });
  await listen(server, host, uri.port === '' ? explicitPort(redirectUri) : Number(uri.port));
  uri.port = String((server.address() as AddressInfo).port);
  const { code, stop } = waitForCode(server, uri, state, signal);
  return {
    redirectUri: uri.href,
    code,
    close() {
      stop();
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Returns port 80 when the URI names it explicitly, which URL does not show for http. */
function explicitPort(redirectUri: string): number {
  return /^http:\/\/[^/?#]*:0*80(?:[/?#]|$)/i.test(redirectUri.trim()) ? 80 : 0;
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(fieldError('oauth2', 'redirectUri', `cannot be used to listen: ${messageOf(error)}`, error)),
    );
    server.listen(port, host, resolve);
  });
}

function waitForCode(
  server: Server,
  redirectUri: URL,
  state: string,
  signal: AbortSignal | undefined,
): { readonly code: Promise<string>; readonly stop: () => void } {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  // The promise may be rejected before anybody awaits it.
  promise.catch(() => undefined);
  const abort = (): void => reject(signal?.reason as Error);
  const timer = setTimeout(
    () => reject(new Error(`the login in the browser was not completed within ${WAIT_MS / 60_000} minutes`)),
    WAIT_MS,
  );
  if (signal?.aborted === true) abort();
  signal?.addEventListener('abort', abort, { once: true });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const redirect = parseRedirect(request, redirectUri, state);
    respond(response, redirect);
    if (redirect.type === 'code') resolve(redirect.code);
    if (redirect.type === 'refused') reject(redirect.error);
  });
  const stop = (): void => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  };
  return { code: promise, stop };
}

type Redirect =
  | { readonly type: 'code'; readonly code: string }
  | { readonly type: 'refused'; readonly error: Error }
  | { readonly type: 'elsewhere' }
  | { readonly type: 'stranger' };

/** Parses a request. Any web page can redirect a browser here, so requests without our `state` change nothing. */
function parseRedirect(
  { method, url, headers }: IncomingMessage,
  { pathname, host }: URL,
  state: string,
): Redirect {
  const target = URL.parse(url ?? '', 'http://127.0.0.1');
  if (method !== 'GET' || target?.pathname !== pathname) return { type: 'elsewhere' };
  // A redirect is a navigation, which names no origin; another host is a name that somebody made lead here.
  if (headers.origin !== undefined || headers.host !== host) return { type: 'stranger' };
  const parameters = new Map(target.searchParams);
  if (parameters.get('state') !== state) return { type: 'stranger' };
  const code = parameters.get('code') ?? '';
  if (code !== '' && !parameters.has('error')) return { type: 'code', code };
  return { type: 'refused', error: tokenError('the authorization server refused access', parameters) };
}

const PAGES = {
  code: [200, 'Done. You can close this page and go back to the terminal.'],
  refused: [
    200,
    'The authorization server refused access. You can close this page and go back to the terminal.',
  ],
  elsewhere: [404, 'Nothing is here.'],
  stranger: [400, 'This is no answer to what was asked.'],
} as const satisfies Record<Redirect['type'], readonly [number, string]>;

function respond(response: ServerResponse, { type }: Redirect): void {
  const [status, text] = PAGES[type];
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    // The address contains the code.
    'Referrer-Policy': 'no-referrer',
    Connection: 'close',
  });
  response.end(`${text}\n`);
}
