// A server that knows the user of a connection, as IIS does after NTLM or Negotiate: it imitates both handshakes, without
// their cryptography. The rest of the connection is that user's.
import { once, type EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import http2 from 'node:http2';
import type { AddressInfo } from 'node:net';
import type { KeyAndCert } from './authority.ts';

export type Scheme = 'NTLM' | 'Negotiate';

export interface LoginOrigin {
  readonly answer: (request: LoginRequest, response: LoginResponse) => void;
  /** Returns how many open connections a user has. */
  readonly connectionsOf: (user: string) => number;
}

type LoginRequest = IncomingMessage | http2.Http2ServerRequest;
type LoginResponse = ServerResponse | http2.Http2ServerResponse;

/** The first message of NTLM, and the third, which answers the challenge of this very connection. */
export const ntlm = {
  first: (): string => `NTLM ${encoded('first')}`,
  third: (user: string, challenge: string): string =>
    `NTLM ${encoded(`third ${user} ${decoded(challenge.replace('NTLM ', ''))}`)}`,
};

/** The only message of Negotiate with Kerberos. */
export const negotiate = (user: string): string => `Negotiate ${encoded(`ticket ${user}`)}`;

/** Answers with the user of the connection, and with 401 to nobody. */
export function loginOrigin(): LoginOrigin {
  const users = new Map<EventEmitter, string>();
  const nonces = new WeakMap<EventEmitter, string>();
  let count = 0;
  const login = (connection: EventEmitter, user: string): void => {
    users.set(connection, user);
    connection.once('close', () => users.delete(connection));
  };
  /** Returns the user of a request, or of its connection; null for nobody. `challenge`: the value of WWW-Authenticate. */
  const identify = (
    credentials: string | undefined,
    connection: EventEmitter,
  ): { readonly user: string | null; readonly challenge: string | null } => {
    const [scheme = '', token = ''] = credentials?.split(' ') ?? [];
    const [type, user = '', nonce] = decoded(token).split(' ');
    if (scheme === 'NTLM' && type === 'first') {
      nonces.set(connection, `nonce-${++count}`);
      return { user: null, challenge: `NTLM ${encoded(nonces.get(connection)!)}` };
    }
    if (scheme === 'NTLM' && type === 'third') {
      if (nonces.get(connection) === nonce) login(connection, user);
      else users.delete(connection);
      nonces.delete(connection);
    }
    if (scheme === 'Negotiate' && type === 'ticket') {
      login(connection, user);
      return { user, challenge: `Negotiate ${encoded('mutual')}` };
    }
    return { user: users.get(connection) ?? null, challenge: null };
  };
  const answer = (request: LoginRequest, response: LoginResponse): void => {
    request.resume().on('end', () => {
      const connection = 'stream' in request ? (request.stream.session ?? request) : request.socket;
      const { user, challenge } = identify(request.headers.authorization, connection);
      const challenges = challenge ?? (user === null ? ['Negotiate', 'NTLM'] : []);
      response.statusCode = user === null ? 401 : 200;
      const body = user ?? 'nobody';
      response.setHeader('WWW-Authenticate', challenges);
      response.setHeader('Content-Length', body.length);
      response.end(body);
    });
  };
  return {
    answer,
    connectionsOf: (user) => [...users.values()].filter((each) => each === user).length,
  };
}

export interface Http2LoginOrigin extends AsyncDisposable {
  readonly port: number;
  /** The versions of the requests with credentials. */
  readonly versions: ReadonlySet<string>;
}

/**
 * Starts a server that speaks HTTP/2, in which it knows the user of a connection too, although it should not; or refuses
 * each request there with a code.
 */
export async function http2LoginOrigin(
  credentials: KeyAndCert,
  allowHTTP1: boolean,
  refusal: number | null = null,
): Promise<Http2LoginOrigin> {
  const versions = new Set<string>();
  const { answer } = loginOrigin();
  const listener = (request: LoginRequest, response: LoginResponse): void => {
    if (request.headers.authorization !== undefined) versions.add(request.httpVersion);
    if (refusal === null || !('stream' in request)) answer(request, response);
    else request.stream.close(refusal);
  };
  const server = http2.createSecureServer({ ...credentials, allowHTTP1 }, listener);
  const open = new Set<{ destroy(): void }>();
  server.on('session', (session) => open.add(session));
  server.on('connection', (socket) => open.add(socket));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    versions,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const each of open) each.destroy();
      await closed;
    },
  };
}

function encoded(text: string): string {
  return Buffer.from(text).toString('base64');
}

function decoded(text: string): string {
  return Buffer.from(text, 'base64').toString();
}
