// Serves SOCKS clients: opens a tunnel to the target, and replies in SOCKS.
import type net from 'node:net';
import { systemCode, type ProxyError } from '../../base/errors.ts';
import { SocksServer, socksReply, type SocksOutcome, type SocksResult } from '../../codec/socks/server.ts';
import type { Client } from '../../flow/client.ts';
import type { ProxyContext } from '../shared/context.ts';
import type { Account } from '../shared/login.ts';
import type { TunnelResponder } from '../tunnel/responder.ts';
import { openTunnel } from '../tunnel/tunnel.ts';

/** Time for a client to name its target. */
const HANDSHAKE_MS = 30_000;
/** Time for which a refused client may go on sending: a reset would destroy the response on its way. */
const LINGER_MS = 2000;

/** The account applies to the proxy's own port too. */
export interface SocksOptions extends Account {
  /** True when SOCKS has a port of its own; the proxy's port accepts SOCKS in any case. */
  readonly isEnabled: boolean;
  /** 0 for a free one. */
  readonly port: number;
}

/** Serves a connection that speaks SOCKS; `first`: bytes that were read before. */
export function serveSocks(socket: net.Socket, client: Client, context: ProxyContext, first?: Buffer): void {
  const server = new SocksServer(context.socksLogin ?? (client.isLoopback ? null : context.deviceLogin));
  const timer = setTimeout(() => socket.destroy(), HANDSHAKE_MS);
  const leave = (): void => {
    clearTimeout(timer);
    socket.off('data', onData);
    socket.off('end', onEnd);
    socket.off('close', leave);
  };
  const onData = (bytes: Buffer): void => {
    const { reply, outcome } = server.read(bytes);
    if (reply.length > 0) socket.write(reply);
    if (outcome.type === 'more') return;
    leave();
    if (outcome.type === 'refused') linger(socket);
    else connect(socket, outcome, client, context);
  };
  const onEnd = (): void => void socket.destroy();
  socket.on('data', onData);
  socket.on('end', onEnd);
  socket.on('close', leave);
  if (first !== undefined) onData(first);
}

function connect(
  socket: net.Socket,
  { version, destination: target, rest }: Extract<SocksOutcome, { type: 'connect' }>,
  client: Client,
  context: ProxyContext,
): void {
  socket.pause();
  if (rest.length > 0) socket.unshift(rest);
  openTunnel(socket, target, client, context, socksAnswer(version));
}

function socksAnswer(version: 4 | 5): TunnelResponder {
  return {
    established: (stream) => void stream.write(socksReply(version, 'open')),
    refused: (stream, error) => {
      stream.write(socksReply(version, resultOf(error)));
      linger(stream);
    },
  };
}

function linger(stream: Parameters<TunnelResponder['refused']>[0]): void {
  stream.end();
  stream.resume();
  setTimeout(() => stream.destroy(), LINGER_MS).unref();
}

function resultOf(error: ProxyError): SocksResult {
  switch (error.code) {
    case 'NOT_ALLOWED':
    case 'LOOP':
      return 'not-allowed';
    case 'DNS_FAILED':
      return 'unreachable';
    case 'CONNECT_TIMEOUT':
      return 'timed-out';
    case 'CONNECT_FAILED':
      return CONNECT_RESULTS.get(systemCode(error.cause)) ?? 'failed';
    default:
      return 'failed';
  }
}

const CONNECT_RESULTS: ReadonlyMap<string, SocksResult> = new Map([
  ['ECONNREFUSED', 'refused'],
  ['ENETUNREACH', 'unreachable'],
  ['EHOSTUNREACH', 'unreachable'],
  ['ETIMEDOUT', 'timed-out'],
]);
