// TLS inside a tunnel, decrypted: the handshake with the client under a certificate of ours, and what is recorded when
// the client rejects that.
import type { TLSSocket } from 'node:tls';
import { ProxyError } from '../../base/errors.ts';
import type { Client } from '../../flow/client.ts';
import type { FlowStore } from '../../flow/store.ts';
import type { ClientHelloSummary } from '../detect.ts';
import { whyHandshakeFailed, whyRejected } from '../not-decrypted.ts';
import { watchForRejection } from '../tls/certificate-rejection.ts';
import { ClientTlsError } from '../tls/client-tls-error.ts';
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

/** Records a client that completes the handshake and leaves at once without a byte: it does not trust us. */
export function recordRejection(
  secured: TLSSocket,
  sni: string | null,
  request: TunnelRequest,
  recording: TunnelRecording,
): void {
  watchForRejection(secured, (alert) => void rejectedAfterHandshake(alert, sni, request, recording));
}

/** Records a failed handshake; a client that is known to trust us only had no more use for the connection. */
export async function recordFailedHandshake(
  error: unknown,
  { sni, ech }: ClientHelloSummary,
  { context, client }: TunnelRequest,
  recording: TunnelRecording,
): Promise<void> {
  await context.identified(client);
  const failure = error instanceof ClientTlsError ? error.failure : null;
  const { host } = recording.target('https', sni);
  if (failure?.type === 'hung-up' && hasTrusted(context.flows, host, client)) return;
  const reason = failure === null ? null : whyHandshakeFailed(failure, ech);
  const recorder = recording.begin(sni);
  recorder.flow.notDecrypted = reason;
  if (reason !== null) context.certificateRejected(host, client);
  recorder.finish(error instanceof Error ? error : new ProxyError('CLIENT_TLS_FAILED', String(error)));
}

async function rejectedAfterHandshake(
  alert: string | null,
  sni: string | null,
  { context, client }: TunnelRequest,
  recording: TunnelRecording,
): Promise<void> {
  await context.identified(client);
  const { host } = recording.target('https', sni);
  if (alert === null && hasTrusted(context.flows, host, client)) return;
  const recorder = recording.begin(sni);
  recorder.flow.notDecrypted = whyRejected(alert);
  context.certificateRejected(host, client);
  const detail =
    alert === null ? 'it hung up right after the handshake, without a byte' : `it sent the alert "${alert}"`;
  const code = alert === null ? 'CLIENT_REFUSED' : 'CLIENT_TLS_FAILED';
  recorder.finish(new ProxyError(code, `${detail}. The client may not trust the root certificate`));
}

/** Flows of the past among which a request of the same app to the same host is looked for. */
const MAX_FLOWS_SEARCHED = 500;

/**
 * True when this process has sent a request to `host` inside our TLS. It cannot be told of an unknown process on this
 * machine; of other devices only the address is known.
 */
function hasTrusted(flows: FlowStore, host: string, { process, address, isLoopback }: Client): boolean {
  if (process === null && isLoopback) return false;
  return flows
    .list()
    .slice(-MAX_FLOWS_SEARCHED)
    .some(
      ({ decrypted, target, client }) =>
        decrypted && target.host === host && client.process === process && client.address === address,
    );
}
