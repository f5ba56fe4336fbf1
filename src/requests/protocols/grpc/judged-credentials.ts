// TLS credentials of gRPC that let the run's trust judge the server's certificate before anything is sent.
import type { TLSSocket } from 'node:tls';
import * as grpc from '@grpc/grpc-js';
import type { Trust } from '../../../net/trust.ts';

type CreateConnector = grpc.ChannelCredentials['_createSecureConnector'];
type Connector = ReturnType<CreateConnector>;

export class JudgedCredentials extends grpc.ChannelCredentials {
  readonly #credentials: grpc.ChannelCredentials;
  readonly #judge: NonNullable<Trust['judge']>;
  readonly #onRefused: (error: Error) => void;

  /** `credentials` verify nothing. `onRefused`: called with the reason, of which the library keeps only the text. */
  constructor(
    credentials: grpc.ChannelCredentials,
    judge: NonNullable<Trust['judge']>,
    onRefused: (error: Error) => void,
  ) {
    super();
    this.#credentials = credentials;
    this.#judge = judge;
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
        const refused = this.#judge(connected.socket as TLSSocket);
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
