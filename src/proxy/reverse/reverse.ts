// Reverse proxies: each forwards one port to one target, and captures the traffic.
import os from 'node:os';
import type net from 'node:net';
import { SettingError } from '../../base/errors.ts';
import { addressText } from '../../base/ip.ts';
import { withoutUserInfo } from '../../base/without-user.ts';
import { defaultPort, formatAuthority, readAuthority } from '../../codec/http1/target.ts';
import type { Client } from '../../flow/client.ts';
import type { ProxyContext } from '../shared/context.ts';
import { detect } from '../first-bytes/detect.ts';
import { firstBytes, type Patience } from '../first-bytes/index.ts';
import type { RequestDestination } from '../shared/request-destination.ts';

export interface ReverseProxy {
  readonly id: string;
  readonly enabled: boolean;
  readonly name: string;
  /** 0 for a free one. */
  readonly listenPort: number;
  /** An http or https URL; its path is prepended to those of requests. */
  readonly target: string;
  /** True when the target gets the client's Host. */
  readonly preserveHost: boolean;
}

export interface ReverseTarget {
  readonly scheme: 'http' | 'https';
  readonly host: string;
  readonly port: number;
  /** Without a slash at its end; may be empty. */
  readonly prefix: string;
  /** Null when the client's Host stays. */
  readonly authority: string | null;
}

const PATIENCE: Patience = { firstMs: 60_000, helloMs: 60_000, restMs: 60_000 };

/**
 * Parses the target of a reverse proxy. Throws a SettingError that names a reverse proxy with an invalid
 * target.
 */
export function readReverseTarget({ name, target, preserveHost }: ReverseProxy): ReverseTarget {
  const match = /^(https?):\/\/([^/?#]*)(\/[^?#\s]*)?$/i.exec(target.trim());
  const scheme = match?.[1]?.toLowerCase() === 'https' ? 'https' : 'http';
  const origin = match === null ? null : readAuthority(match[2] ?? '', defaultPort(scheme));
  if (match === null || origin === null) {
    throw new SettingError(
      `reverseProxies: the target ${JSON.stringify(withoutUserInfo(target))} of "${name}" cannot be used: write an http or https URL such as http://localhost:3000/base, without user, query and fragment`,
    );
  }
  const prefix = new URL(match[3] ?? '/', 'http://any').pathname.replace(/\/+$/, '');
  const authority = preserveHost ? null : formatAuthority(origin.host, origin.port, scheme);
  return { scheme, ...origin, prefix, authority };
}

/** Serves one connection to the port of a reverse proxy. */
export async function serveReverse(
  socket: net.Socket,
  client: Client,
  context: ProxyContext,
  target: ReverseTarget,
): Promise<void> {
  const seen = await firstBytes(socket, detect, PATIENCE);
  if (seen.type === 'silent' || (seen.type === 'gone' && seen.bytes.length === 0)) {
    socket.destroy();
    return;
  }
  if (seen.type !== 'seen' || seen.value.type !== 'tls') {
    if (seen.type === 'seen' && seen.value.type === 'http2') {
      context.serveHttp2(socket, client, destinationOf(target, context, false));
      return;
    }
    const first = seen.type === 'gone' ? seen.bytes : undefined;
    context.serve(socket, client, destinationOf(target, context, false), first);
    return;
  }
  try {
    const secured = await context.tlsTerminator.secure(socket, namesFor(seen.value.sni, socket), seen.value);
    secured.on('error', () => undefined);
    context.serve(secured, client, destinationOf(target, context, true));
  } catch {
    socket.destroy(); // no request was made
  }
}

function destinationOf(
  target: ReverseTarget,
  { pools: pool }: ProxyContext,
  decrypted: boolean,
): RequestDestination {
  const { scheme, host, port, prefix, authority } = target;
  const servername = scheme === 'https' ? host : null;
  return {
    type: 'origin',
    // Every client of this port may reach the target, which the user has chosen.
    pool: pool.forOrigin({ host, port, servername, localAllowed: true }),
    target: { scheme, host, port },
    decrypted,
    reverse: { prefix, authority },
  };
}

function namesFor(sni: string | null, socket: net.Socket): readonly string[] {
  const address = addressText(socket.localAddress ?? '127.0.0.1');
  return sni === null ? ['localhost', os.hostname(), address] : [sni, address];
}
