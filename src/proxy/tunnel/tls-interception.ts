// TLS inside a tunnel, decrypted: the handshake with the client under a certificate of ours, and what is recorded when
// the client rejects that.
import type { TLSSocket } from 'node:tls';
import { ProxyError } from '../../base/errors.ts';
import type { ProxyContext } from '../shared/context.ts';
import type { ClientHelloSummary } from '../first-bytes/detect.ts';
import { CLOSED, whyHandshakeFailed, whyRejected } from '../tls/not-decrypted.ts';
import { watchForRejection } from '../tls/certificate-rejection.ts';
import { ClientTlsError } from '../tls/client-tls-error.ts';
import type { ShownConnection } from '../tls/client-trust.ts';
import type { TunnelRecording } from './recording.ts';
import type { TunnelRequest } from './request.ts';

/** Terminates TLS on the tunnel's stream; rejects when the handshake fails. The leaf names the target as well as the SNI. */
export async function terminateTls(
  { stream, target, context }: TunnelRequest,
  hello: ClientHelloSummary,
): Promise<TLSSocket> {
  const { sni } = hello;
  const names = sni === null || sni === target.host ? [target.host] : [sni, target.host];
  const secured = await context.tlsTerminator.secure(stream, names, hello);
  secured.on('error', () => undefined);
  return secured;
}

/**
 * Decrypts what the client sends. Resolves with null when the handshake failed, which has been recorded; records a client
 * that leaves at once after it, too.
 */
export async function interceptTls(
  request: TunnelRequest,
  hello: ClientHelloSummary,
  recording: TunnelRecording,
): Promise<TLSSocket | null> {
  const { client } = request;
  const { clientTrust } = request.context;
  const shown = clientTrust.opened(recording.target('https', hello.sni).host, client);
  try {
    const secured = await terminateTls(request, hello);
    shown.secured = secured;
    secured.once('close', () => clientTrust.closed(shown));
    watchForRejection(secured, (alert) => {
      clientTrust.closed(shown);
      void recordRejection(alert, shown, hello.sni, request.context, recording);
    });
    return secured;
  } catch (error) {
    clientTrust.closed(shown);
    await recordFailedHandshake(error, shown, hello, request.context, recording);
    return null;
  }
}

/** Records a failed handshake; a client that is known to trust us may only have had no more use for the connection. */
async function recordFailedHandshake(
  error: unknown,
  shown: ShownConnection,
  { sni, ech }: ClientHelloSummary,
  context: ProxyContext,
  recording: TunnelRecording,
): Promise<void> {
  await context.identified(shown.client);
  const failure = error instanceof ClientTlsError ? error.failure : null;
  if (failure?.type === 'hung-up' && (await context.clientTrust.trusts(shown))) {
    recordClosed(recording, sni);
    return;
  }
  const reason = failure === null ? null : whyHandshakeFailed(failure, ech);
  const recorder = recording.begin(sni);
  recorder.flow.notDecrypted = reason;
  if (reason !== null) context.certificateRejected(shown.host, shown.client);
  recorder.finish(error instanceof Error ? error : new ProxyError('CLIENT_TLS_FAILED', String(error)));
}

/** Records a client that completed the handshake and left at once without a byte: most likely it does not trust us. */
async function recordRejection(
  alert: string | null,
  shown: ShownConnection,
  sni: string | null,
  context: ProxyContext,
  recording: TunnelRecording,
): Promise<void> {
  await context.identified(shown.client);
  if (alert === null && (await context.clientTrust.trusts(shown))) {
    recordClosed(recording, sni);
    return;
  }
  const recorder = recording.begin(sni);
  recorder.flow.notDecrypted = whyRejected(alert);
  context.certificateRejected(shown.host, shown.client);
  const detail =
    alert === null ? 'it hung up right after the handshake, without a byte' : `it sent the alert "${alert}"`;
  const code = alert === null ? 'CLIENT_REFUSED' : 'CLIENT_TLS_FAILED';
  recorder.finish(new ProxyError(code, `${detail}. The client may not trust the root certificate`));
}

/** Records a connection without a request, which is no error and no refusal as far as we can tell. */
function recordClosed(recording: TunnelRecording, sni: string | null): void {
  const recorder = recording.begin(sni);
  recorder.flow.notDecrypted = CLOSED;
  recorder.finish(null, 'tunneled');
}
