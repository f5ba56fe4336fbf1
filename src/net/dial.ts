// Opens the sockets of upstream connections: TCP, with a check of every address, and TLS over TCP or over a proxy
// tunnel.
import net from 'node:net';
import tls from 'node:tls';
import type { ProxyError } from '../base/errors.ts';
import { Lru } from '../base/lru.ts';
import { lookupAll, type Resolver } from './dns.ts';
import { readSlab } from './slab.ts';
import { upstreamTrust, type Trust, type TrustOf } from './trust.ts';
import { noteOfSession, serverCertificate } from './server-certificate.ts';

export interface DialOptions {
  readonly alpn: readonly string[];
  readonly keylog: ((line: Buffer) => void) | null;
  readonly resolve: Resolver;
  /**
   * The roots to trust and the client certificate to present, by host; by default `upstreamTrust` and none.
   */
  readonly trust?: TrustOf | undefined;
}

export interface Dial {
  readonly host: string;
  readonly port: number;
  /** The name to request by SNI and to verify; null for plain TCP. */
  readonly servername: string | null;
  /** The Unix socket to connect to; null for TCP. */
  readonly path: string | null;
  /** An open connection to run TLS over; null to open one. */
  readonly carrier: net.Socket | null;
  readonly refuse: (address: string) => ProxyError | null;
  /** Called when the name has been resolved. */
  readonly resolved: () => void;
  /** Called with each chunk received, which is valid during the call only. */
  readonly read: (bytes: Buffer) => void;
}

/** TLS session tickets by host: a second connection resumes the session. */
const sessions = new Lru<string, Session>(1000);

interface Session {
  readonly ticket: Buffer;
  /** The fingerprint of the server's certificate; null when it is not known. */
  readonly certificate: string | null;
}

const verifiers = new WeakMap<net.Socket, NonNullable<Trust['verify']>>();

/** Returns the reason why the server of a socket is refused after the handshake; null when it is accepted. */
export function refusedBy(socket: net.Socket): ProxyError | null {
  return verifiers.get(socket)?.(socket as tls.TLSSocket) ?? null;
}

/** Returns a socket that is still connecting. */
export function dial(to: Dial, options: DialOptions): net.Socket {
  if (to.carrier !== null) {
    const socket = secured(to, options, { socket: to.carrier });
    // TLS over another socket cannot read into a slab.
    socket.on('data', to.read);
    return socket;
  }
  const slab = readSlab();
  // Reads of one length tend to follow each other, such as full TLS records.
  let last = slab;
  const onread: net.OnReadOpts = {
    buffer: slab,
    callback: (length) => {
      if (last.length !== length) last = slab.subarray(0, length);
      to.read(last);
      return true;
    },
  };
  const connection = { ...endOf(to, options), allowHalfOpen: true, onread };
  return to.servername === null ? net.connect(connection) : secured(to, options, connection);
}

function endOf({ host, port, path, refuse, resolved }: Dial, { resolve }: DialOptions): net.NetConnectOpts {
  if (path !== null) return { path };
  return {
    host,
    port,
    noDelay: true,
    keepAlive: true,
    autoSelectFamily: true,
    lookup: lookupAll(resolve, refuse, resolved),
  };
}

function secured(
  { servername, port }: Dial,
  options: DialOptions,
  connection: tls.ConnectionOptions,
): tls.TLSSocket {
  const name = servername ?? '';
  const trust = options.trust?.(name, port) ?? { context: upstreamTrust(), isVerified: true, identity: '' };
  // A session carries the verdict on the server's certificate and our own identity.
  const key = `${name}:${port} ${String(trust.isVerified)} ${trust.identity}`;
  // One that is verified here has to show its certificate each time.
  const session = trust.verify === undefined ? sessions.get(key) : undefined;
  const socket = tls.connect({
    ...connection,
    // An IP address is verified against the certificate but never sent as SNI (RFC 6066 section 3).
    ...(net.isIP(name) === 0
      ? { servername: name }
      : { checkServerIdentity: (_, certificate) => tls.checkServerIdentity(name, certificate) }),
    secureContext: trust.context,
    rejectUnauthorized: trust.isVerified && trust.verify === undefined,
    ALPNProtocols: [...options.alpn],
    ...(session === undefined ? {} : { session: session.ticket }),
  });
  noteOfSession(socket, session?.certificate ?? null);
  if (trust.verify === undefined)
    socket.on('session', (ticket: Buffer) =>
      sessions.set(key, { ticket, certificate: serverCertificate(socket) }),
    );
  else if (trust.isVerified) verifiers.set(socket, trust.verify);
  if (options.keylog !== null) socket.on('keylog', options.keylog);
  return socket;
}
