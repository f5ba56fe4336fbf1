// Terminates TLS of clients. Each leaf has its own server, which never listens: the SNI callback is not called for
// clients without SNI, and HTTP/2 needs a real server around its sockets.
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import { ProxyError } from '../../base/errors.ts';
import { minVersionOptions, type TlsVersion } from '../../base/tls-version.ts';
import type { ClientHelloSummary } from '../first-bytes/detect.ts';
import { ClientTlsError, hungUp } from './client-tls-error.ts';

/** A certificate with its root, and its key, in PEM; the same object as long as it may be used. */
export interface LeafPem {
  readonly chainPem: string;
  readonly keyPem: string;
}

export interface TlsTerminatorOptions {
  /** Returns the leaf for names. Throws when no certificate can carry them. */
  readonly leafFor: (names: readonly string[], key: 'ec' | 'rsa') => LeafPem;
  readonly keylog: ((line: Buffer) => void) | null;
  /** True to offer HTTP/2. */
  readonly http2: boolean;
  readonly minVersion: TlsVersion;
}

interface Waiting {
  readonly secured: (stream: tls.TLSSocket) => void;
  readonly failed: (error: Error) => void;
}

/** Generous, since under load it is we who are slow. */
const HANDSHAKE_MS = 60_000;

export class TlsTerminator {
  readonly #options: TlsTerminatorOptions;
  readonly #servers = new WeakMap<LeafPem, tls.Server>();
  readonly #waiting = new WeakMap<Duplex, Waiting>();

  constructor(options: TlsTerminatorOptions) {
    this.#options = options;
  }

  /** Returns the HTTP version that will be spoken with this client. */
  version({ http2 }: Pick<ClientHelloSummary, 'http2'>): 1 | 2 {
    return http2 && this.#options.http2 ? 2 : 1;
  }

  /**
   * Performs the handshake on `stream` as the server of these names; rejects with a ProxyError, a
   * ClientTlsError when the client caused it.
   */
  secure(
    stream: Duplex,
    names: readonly string[],
    { needsRsa }: Pick<ClientHelloSummary, 'needsRsa'>,
  ): Promise<tls.TLSSocket> {
    return new Promise((resolve, reject) => {
      const fail = (error: Error): void => {
        this.#waiting.delete(stream);
        stream.destroy();
        reject(error);
      };
      let server: tls.Server;
      try {
        server = this.#server(this.#options.leafFor(names, needsRsa ? 'rsa' : 'ec'));
      } catch (error) {
        fail(new ProxyError('CLIENT_TLS_FAILED', error instanceof Error ? error.message : String(error)));
        return;
      }
      const onClose = (): void => fail(new ClientTlsError(hungUp()));
      stream.once('close', onClose);
      this.#waiting.set(stream, {
        secured: (secured) => {
          this.#waiting.delete(stream);
          stream.off('close', onClose);
          secured.allowHalfOpen = halfOpen;
          resolve(secured);
        },
        failed: (error) => fail(new ClientTlsError(error)),
      });
      // A client that ends during the handshake is gone, but a half-open stream would stay until the handshake times
      // out.
      const halfOpen = stream.allowHalfOpen;
      stream.allowHalfOpen = false;
      server.emit('connection', stream);
      stream.allowHalfOpen = halfOpen;
    });
  }

  #server(leaf: LeafPem): tls.Server {
    const known = this.#servers.get(leaf);
    if (known !== undefined) return known;
    const server = tls.createServer({
      key: leaf.keyPem,
      cert: leaf.chainPem,
      ...minVersionOptions(this.#options.minVersion),
      ALPNProtocols: this.#options.http2 ? ['h2', 'http/1.1'] : ['http/1.1'],
      allowHalfOpen: true,
      noDelay: true,
      handshakeTimeout: HANDSHAKE_MS,
    });
    server.on('secureConnection', (secured) => this.#waitingFor(secured)?.secured(secured));
    server.on('tlsClientError', (error, secured) => this.#waitingFor(secured)?.failed(error));
    if (this.#options.keylog !== null) server.on('keylog', this.#options.keylog);
    this.#servers.set(leaf, server);
    return server;
  }

  /**
   * Node reports only the secured socket; the stream under it is its parent. Where that is not a socket, such
   * as a stream of HTTP/2, Node wraps it.
   */
  #waitingFor(secured: tls.TLSSocket): Waiting | undefined {
    const below =
      inside(secured, '_parent') ?? inside(inside(inside(secured, '_handle'), '_parentWrap'), 'stream');
    return below === null ? undefined : this.#waiting.get(below as Duplex);
  }
}

/** Returns a private property of Node's. */
function inside(holder: object | null, name: string): object | null {
  const value: unknown = holder === null ? null : Reflect.get(holder, name);
  return typeof value === 'object' ? value : null;
}
