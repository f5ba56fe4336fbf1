// Relays bytes between two connections, unread and with backpressure; one side's end is passed on.
import type { Duplex } from 'node:stream';
import { closeSoon } from '../../base/streams.ts';
import type { FlowState } from '../../flow/flow.ts';
import type { FlowRecorder } from '../../flow/recorder.ts';
import type { UpgradedConnection } from '../../net/upstream-exchange.ts';
import type { ProxyContext, Stoppable } from './context.ts';

/** Bytes that arrived before the relay started. */
export interface Early {
  /** From the client, when it has ended its side since; otherwise they are still in its stream. */
  readonly sent: Buffer;
  /** From the upstream. */
  readonly received: Buffer;
}

/** Relays until both sides have ended; the flow then gets `state`. */
export function relay(
  client: Duplex,
  upstream: UpgradedConnection,
  early: Early,
  recorder: FlowRecorder,
  context: ProxyContext,
  state: FlowState,
): void {
  new Relay(client, upstream, recorder, context, state).start(early);
}

class Relay implements Stoppable {
  readonly #client: Duplex;
  readonly #upstream: UpgradedConnection;
  readonly #recorder: FlowRecorder;
  readonly #context: ProxyContext;
  readonly #state: FlowState;
  #finished = false;

  constructor(
    client: Duplex,
    upstream: UpgradedConnection,
    recorder: FlowRecorder,
    context: ProxyContext,
    state: FlowState,
  ) {
    this.#client = client;
    this.#upstream = upstream;
    this.#recorder = recorder;
    this.#context = context;
    this.#state = state;
  }

  start(early: Early): void {
    const client = this.#client;
    const upstream = this.#upstream;
    this.#context.connections.add(this);
    upstream.reader = {
      bytes: (bytes) => this.#toClient(Buffer.from(bytes)),
      ended: () => client.end(),
      closed: () => this.#finish(),
      drained: () => client.resume(),
    };
    client.on('data', this.#toUpstream);
    client.on('drain', () => upstream.resume());
    client.on('end', () => upstream.end());
    client.on('error', () => this.#finish());
    client.on('close', () => this.#finish());
    if (early.received.length > 0) this.#toClient(early.received);
    if (early.sent.length > 0) this.#toUpstream(early.sent);
    if (client.readableEnded) upstream.end();
    upstream.resume();
    client.resume();
    if (upstream.destroyed || client.destroyed) this.#finish();
  }

  stop(): void {
    this.#finish();
  }

  readonly #toUpstream = (bytes: Buffer): void => {
    this.#recorder.flow.tunnelSent += bytes.length;
    if (!this.#upstream.write(bytes)) this.#client.pause();
  };

  #toClient(bytes: Buffer): void {
    this.#recorder.flow.tunnelReceived += bytes.length;
    if (!this.#client.write(bytes)) this.#upstream.pause();
  }

  #finish(): void {
    if (this.#finished) return;
    this.#finished = true;
    this.#context.connections.delete(this);
    closeSoon(this.#client);
    this.#upstream.destroy();
    this.#recorder.finish(null, this.#state);
  }
}
