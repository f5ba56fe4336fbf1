// The tools' verdict on a tunnel before its upstream connection: open (perhaps delayed), refuse, reset, or blackhole.
import net from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { ProxyError } from '../../base/errors.ts';
import { whenClosed } from '../../base/streams.ts';
import type { ProxyContext } from '../shared/context.ts';
import { tunnelHookFor } from '../shared/call-hook.ts';
import type { TunnelRecording, TunnelTools } from './recording.ts';
import type { TunnelRequest } from './request.ts';

/** The tools that intercept a tunnel, called once its app is known as far as it can be; null for none. */
export async function tunnelTools(
  { context, client }: TunnelRequest,
  recording: TunnelRecording,
): Promise<TunnelTools | null> {
  if (context.hooks.tunnel === undefined) return null;
  await context.identified(client);
  const draft = recording.draft();
  const hook = tunnelHookFor(context.hooks, draft);
  return hook === null ? null : { draft, hook };
}

/**
 * Resolves with false when tools keep the tunnel closed. `isEstablished`: the client already has the response that
 * opens it.
 */
export async function mayOpen(
  request: TunnelRequest,
  { hook }: TunnelTools,
  recording: TunnelRecording,
  isEstablished: boolean,
): Promise<boolean> {
  const { stream, context, responder } = request;
  const { verdict, latencyMs } = hook;
  if (latencyMs > 0) await clientGone(stream, context, latencyMs);
  if (stream.destroyed) return false;
  if (verdict.type === 'open') return true;
  if (verdict.type === 'refuse') {
    const error = new ProxyError('TOOL_BLOCKED', verdict.reason, verdict.status);
    if (isEstablished) stream.destroy();
    else responder.refused(stream, error);
    recording.fail(error);
    return false;
  }
  const recorder = recording.begin();
  if (verdict.how === 'blackhole') await blackhole(stream, context);
  else reset(stream);
  recorder.finish(new ProxyError('TOOL_ENDED', verdict.reason));
  return false;
}

/** Reads without answering, so that the client's end is noticed. */
function blackhole(stream: Duplex, context: ProxyContext): Promise<void> {
  stream.once('end', () => stream.destroy());
  stream.resume();
  return clientGone(stream, context);
}

function reset(stream: Duplex): void {
  if (stream instanceof net.Socket && !(stream instanceof TLSSocket)) stream.resetAndDestroy();
  else stream.destroy();
}

/** Resolves when the client has left or the proxy has stopped, or after `ms` milliseconds. */
function clientGone(stream: Duplex, { connections }: ProxyContext, ms?: number): Promise<void> {
  const held = { stop: () => void stream.destroy() };
  connections.add(held);
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      stream.off('close', done);
      connections.delete(held);
      resolve();
    };
    const timer = ms === undefined ? undefined : setTimeout(done, ms);
    whenClosed(stream, done);
  });
}
