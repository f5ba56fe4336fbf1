// Shows a client certificate to a server to find out whether the server asks for it, and takes it.
import { once } from 'node:events';
import tls from 'node:tls';
import { messageOf } from '../base/errors.ts';
import type { HostPort } from './open.ts';

export interface TriedCertificate {
  /** True when the server asked for a certificate. */
  readonly asked: boolean;
  /** The reason why the server did not go on with it; null where it did. */
  readonly refused: string | null;
  /** Milliseconds until the server went on, or did not. */
  readonly ms: number;
}

const HANDSHAKE_MS = 10_000;
/** A server that refuses does so at once; one of another protocol waits for more. */
const ANSWER_MS = 3000;
/** The preface of HTTP/2 (RFC 9113, 3.4) with empty SETTINGS: a server answers with its own. */
const HTTP2_OPENING = Buffer.concat([
  Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]),
]);

/**
 * Connects to a server and shows the certificate of `secureContext`. With TLS 1.3 a server refuses a certificate after
 * the handshake of the client is over (RFC 8446, 4.4.2.4), so one message is exchanged too. Rejects with an Error when
 * there is no handshake. The certificate of the server is not verified: nothing of the user is sent to it.
 */
export async function tryCertificate(
  { host, port }: HostPort,
  secureContext: tls.SecureContext,
): Promise<TriedCertificate> {
  const begun = performance.now();
  const socket = tls.connect({
    host,
    port,
    secureContext,
    servername: /^[\d.]+$|:/.test(host) ? '' : host,
    ALPNProtocols: ['h2', 'http/1.1'],
    rejectUnauthorized: false,
  });
  // Nothing is of interest after the answer.
  socket.on('error', () => undefined);
  let asked = false;
  // Also of a handshake that the server ends: the keys come after its question.
  socket.on('keylog', () => (asked ||= wasAsked(socket)));
  try {
    await handshake(socket, AbortSignal.timeout(HANDSHAKE_MS));
    asked = wasAsked(socket);
    const refused = await answered(socket, host, AbortSignal.timeout(ANSWER_MS));
    return { asked, refused, ms: Math.round(performance.now() - begun) };
  } catch (error) {
    // With TLS 1.2 a server refuses within the handshake.
    if (!asked) throw error;
    return { asked, refused: messageOf(error), ms: Math.round(performance.now() - begun) };
  } finally {
    socket.destroy();
  }
}

/** Returns true when the server asked for a certificate: then both have algorithms of signatures in common. */
export function wasAsked(socket: tls.TLSSocket): boolean {
  return socket.getSharedSigalgs().length > 0;
}

async function handshake(socket: tls.TLSSocket, signal: AbortSignal): Promise<void> {
  try {
    await once(socket, 'secureConnect', { signal });
  } catch (error) {
    if (signal.aborted) throw new Error(`no handshake within ${HANDSHAKE_MS / 1000} s`, { cause: error });
    throw error;
  }
}

/** Resolves with null once the server has sent anything, else with the reason why it did not. */
async function answered(socket: tls.TLSSocket, host: string, signal: AbortSignal): Promise<string | null> {
  socket.write(
    socket.alpnProtocol === 'h2'
      ? HTTP2_OPENING
      : `HEAD / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  );
  try {
    const ended = once(socket, 'end', { signal }).then(() => 'it closed the connection');
    return await Promise.race([once(socket, 'data', { signal }).then(() => null), ended]);
  } catch (error) {
    // A server of another protocol may wait for more: it has not refused.
    return signal.aborted ? null : messageOf(error);
  }
}
