// A server that knows the user of a connection, as IIS does after NTLM or Negotiate: it imitates both handshakes, without
// their cryptography. The rest of the connection is that user's.
import type { IncomingMessage, RequestListener } from 'node:http';
import type { Duplex } from 'node:stream';

export type Scheme = 'NTLM' | 'Negotiate';

export interface LoginOrigin {
  readonly answer: RequestListener;
  /** The user of a request, or of its connection; null for nobody. `challenge`: the value of WWW-Authenticate. */
  judge(credentials: string | undefined, connection: Duplex): { user: string | null; challenge: string | null };
  /** The connections of each user that are open. */
  connectionsOf(user: string): number;
}

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
  const users = new Map<Duplex, string>();
  const nonces = new WeakMap<Duplex, string>();
  let count = 0;
  const login = (connection: Duplex, user: string): void => {
    users.set(connection, user);
    connection.once('close', () => users.delete(connection));
  };
  const judge: LoginOrigin['judge'] = (credentials, connection) => {
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
  const answer = (request: IncomingMessage, response: Parameters<RequestListener>[1]): void => {
    request.resume().on('end', () => {
      const { user, challenge } = judge(request.headers.authorization, request.socket);
      const challenges = challenge ?? (user === null ? ['Negotiate', 'NTLM'] : []);
      response.statusCode = user === null ? 401 : 200;
      response.setHeader('WWW-Authenticate', challenges).end(user ?? 'nobody');
    });
  };
  return {
    answer,
    judge,
    connectionsOf: (user) => [...users.values()].filter((each) => each === user).length,
  };
}

function encoded(text: string): string {
  return Buffer.from(text).toString('base64');
}

function decoded(text: string): string {
  return Buffer.from(text, 'base64').toString();
}
