// A TCP connection to a server, through the environment's proxy for that server. For libraries that speak their
// protocol over a connection they are given.
import { once } from 'node:events';
import net from 'node:net';
import tls from 'node:tls';
import { ProxyError } from '../../../base/errors.ts';
import { formatAuthority } from '../../../codec/http1/target.ts';
import { proxyError } from '../../../net/connect-error.ts';
import { systemLookup } from '../../../net/dns.ts';
import type { HostPort } from '../../../net/open.ts';
import { handshake } from '../../../net/proxy-routes/handshake.ts';
import { proxyName, type UpstreamProxy } from '../../../net/proxy-routes/proxy-route.ts';
import type { HttpSender } from '../../http/sender.ts';

export interface Server extends HostPort {
  /** True when the connection will carry TLS, which chooses between the variables of the environment. */
  readonly isSecure: boolean;
}

/** Resolves with an open connection without TLS. Rejects with an Error that names the proxy when the proxy fails. */
export async function tcpTo({ host, port, isSecure }: Server, sender: HttpSender): Promise<net.Socket> {
  const proxy = await sender.proxyFor({ host, port, isSecure });
  sender.connecting('connect', proxy === null ? formatAuthority(host, port) : proxyName(proxy));
  if (proxy === null) return connected(net.connect({ host, port, noDelay: true, lookup: systemLookup }));
  let socket: net.Socket | undefined;
  try {
    const address = { host: proxy.host, port: proxy.port, noDelay: true, lookup: systemLookup };
    socket = await connected(net.connect(address));
    if (proxy.type === 'https') socket = await secured(socket, proxy, sender, { verifyTls: true });
    return await tunnelled(socket, proxy, { host, port });
  } catch (error) {
    socket?.destroy();
    throw proxyError(error, proxy);
  }
}

/** Resolves after the TLS handshake over an open connection, when the server is trusted. */
export async function secured(
  socket: net.Socket,
  { host, port }: HostPort,
  sender: HttpSender,
  { verifyTls, alpn = ['http/1.1'] }: { readonly verifyTls: boolean; readonly alpn?: readonly string[] },
): Promise<tls.TLSSocket> {
  const { context, verify } = sender.trust(host, port);
  sender.connecting('tls', host);
  const own = tls.connect({
    socket,
    host,
    ...(alpn.length > 0 && { ALPNProtocols: [...alpn] }),
    secureContext: context,
    rejectUnauthorized: verifyTls && verify === undefined,
    ...(net.isIP(host) === 0 ? { servername: host } : {}),
  });
  await once(own, 'secureConnect');
  const refused = verifyTls ? verify?.(own) : null;
  if (refused === null || refused === undefined) return own;
  own.destroy();
  throw refused;
}

async function connected(socket: net.Socket): Promise<net.Socket> {
  await once(socket, 'connect');
  return socket;
}

function tunnelled(
  socket: net.Socket,
  proxy: UpstreamProxy,
  { host, port }: Pick<Server, 'host' | 'port'>,
): Promise<net.Socket> {
  const opening = handshake(proxy, host, port);
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      socket.off('readable', read).off('error', fail).off('close', closed);
    };
    const fail = (error: Error): void => {
      leave();
      reject(error);
    };
    const closed = (): void => fail(new Error('it has closed the connection'));
    // Listens to `readable`, because `data` would leave the socket flowing or paused for the code that takes it over.
    const read = (): void => {
      const bytes = socket.read() as Buffer | null;
      if (bytes === null) return;
      const { send, outcome } = opening.read(bytes);
      if (send.length > 0) socket.write(send);
      if (outcome.type === 'error') fail(new ProxyError('EXTERNAL_PROXY_FAILED', outcome.reason));
      if (outcome.type !== 'open') return;
      leave();
      if (outcome.rest.length > 0) socket.unshift(outcome.rest);
      resolve(socket);
    };
    socket.on('readable', read).on('error', fail).on('close', closed);
    socket.write(opening.first);
  });
}
