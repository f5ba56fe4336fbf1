// TLS credentials of gRPC: the run's trust and certificates, which verify the server before anything is sent.
import { isIP } from 'node:net';
import { checkServerIdentity, type TLSSocket } from 'node:tls';
import * as grpc from '@grpc/grpc-js';
import type { HostPort } from '../../../net/open.ts';
import type { Trust } from '../../../net/trust.ts';
import type { HttpSender } from '../../http/sender.ts';

type CreateConnector = grpc.ChannelCredentials['_createSecureConnector'];
type Connector = ReturnType<CreateConnector>;

/** Returns the credentials for a server. `onRefused`: called with the reason why it is not trusted. */
export function tlsCredentials(
  { host, port }: HostPort,
  verifyTls: boolean,
  sender: HttpSender,
  onRefused: (error: Error) => void,
): grpc.ChannelCredentials {
  const { context, verify } = sender.trust(host, port);
  const credentials = grpc.ChannelCredentials.createFromSecureContext(context, {
    rejectUnauthorized: verifyTls && verify === undefined,
    ...(isIP(host) !== 0 && {
      checkServerIdentity: (_, certificate) => checkServerIdentity(host, certificate),
    }),
  });
  if (verify === undefined || !verifyTls) return credentials;
  return new VerifiedCredentials(credentials, verify, onRefused);
}

class VerifiedCredentials extends grpc.ChannelCredentials {
  readonly #credentials: grpc.ChannelCredentials;
  readonly #verify: NonNullable<Trust['verify']>;
  readonly #onRefused: (error: Error) => void;

  /** `credentials` verify nothing. `onRefused`: called with the reason, of which the library keeps only the text. */
  constructor(
    credentials: grpc.ChannelCredentials,
    verify: NonNullable<Trust['verify']>,
    onRefused: (error: Error) => void,
  ) {
    super();
    this.#credentials = credentials;
    this.#verify = verify;
    this.#onRefused = onRefused;
  }

  override _isSecure(): boolean {
    return true;
  }

  override _equals(other: grpc.ChannelCredentials): boolean {
    return this === other;
  }

  override _createSecureConnector(...how: Parameters<CreateConnector>): Connector {
    const connector = this.#credentials._createSecureConnector(...how);
    return {
      connect: async (socket) => {
        const connected = await connector.connect(socket);
        const refused = this.#verify(connected.socket as TLSSocket);
        if (refused === null) return connected;
        connected.socket.destroy();
        this.#onRefused(refused);
        throw refused;
      },
      waitForReady: () => connector.waitForReady(),
      getCallCredentials: () => connector.getCallCredentials(),
      destroy: () => connector.destroy(),
    };
  }
}
