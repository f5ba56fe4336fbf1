// Sockets of protocols that are spoken over TCP or TLS themselves, without the proxies of the environment.
import { once } from 'node:events';
import net from 'node:net';
import type tls from 'node:tls';
import { UserError } from '../../../base/errors.ts';
import { formatAuthority } from '../../../codec/http1/target.ts';
import { systemLookup } from '../../../net/dns.ts';
import type { HostPort } from '../../../net/open.ts';
import type { HttpSender } from '../../http/sender.ts';
import { CONNECT_MS, type Conversation } from './conversation.ts';
import { secured } from './tunnel.ts';

/** Resolves with an open socket, which is closed with the conversation. */
export async function openTcp(
  server: HostPort,
  sender: HttpSender,
  conversation: Conversation,
): Promise<net.Socket> {
  sender.connecting('connect', formatAuthority(server.host, server.port));
  const socket = net.connect({ ...server, lookup: systemLookup });
  conversation.onClose(() => socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** Resolves with a socket after the TLS handshake, when the server is trusted. */
export async function openTls(
  server: HostPort,
  sender: HttpSender,
  verifyTls: boolean,
  conversation: Conversation,
): Promise<tls.TLSSocket> {
  const socket = await openTcp(server, sender, conversation);
  const own = await secured(socket, server, sender, { verifyTls, alpn: [] });
  conversation.onClose(() => own.destroy());
  // Nobody takes it when the conversation was stopped meanwhile.
  if (conversation.signal.aborted) own.destroy();
  return own;
}

/** Resolves with what is opened. Rejects when that takes too long, or when the conversation is stopped. */
export async function inTime<T>(opening: Promise<T>, conversation: Conversation): Promise<T> {
  const late = new UserError('UNAVAILABLE', `the server could not be reached within ${CONNECT_MS} ms`);
  const timer = setTimeout(() => conversation.fail(late), CONNECT_MS);
  try {
    return await conversation.unlessStopped(opening);
  } finally {
    clearTimeout(timer);
  }
}
