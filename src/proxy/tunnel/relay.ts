// Two connections joined: bytes pass both ways with backpressure, unread; one side's end is passed on.
import type { Duplex } from 'node:stream';
import { closeSoon } from '../../base/streams.ts';
import type { Flow, FlowState } from '../../flow/flow.ts';
import type { Wire } from '../../net/wire.ts';
import type { ProxyContext, Stoppable } from '../context.ts';

/** Relays until both sides have ended; the flow then reaches `state`. `early` came from upstream already. */
export function relay(
  client: Duplex,
  upstream: Wire,
  early: Buffer,
  flow: Flow,
  context: ProxyContext,
  state: FlowState,
): void {
  new Relay(client, upstream, flow, context, state).start(early);
}

class Relay implements Stoppable {
  readonly #client: Duplex;
  readonly #upstream: Wire;
  readonly #flow: Flow;
  readonly #context: ProxyContext;
  readonly #state: FlowState;
  #over = false;

  constructor(client: Duplex, upstream: Wire, flow: Flow, context: ProxyContext, state: FlowState) {
    this.#client = client;
    this.#upstream = upstream;
    this.#flow = flow;
    this.#context = context;
    this.#state = state;
  }

  start(early: Buffer): void {
    const client = this.#client;
    const upstream = this.#upstream;
    this.#context.connections.add(this);
    upstream.reader = {
      bytes: (bytes) => this.#toClient(Buffer.from(bytes)),
      ended: () => client.end(),
      closed: () => this.#finish(),
      drained: () => client.resume(),
    };
    client.on('data', (bytes: Buffer) => {
      this.#flow.tunnelSent += bytes.length;
      if (!upstream.write(bytes)) client.pause();
    });
    client.on('drain', () => upstream.resume());
    client.on('end', () => upstream.end());
    client.on('error', () => this.#finish());
    client.on('close', () => this.#finish());
    if (early.length > 0) this.#toClient(early);
    upstream.resume();
    client.resume();
    if (upstream.destroyed || client.destroyed) this.#finish();
  }

  stop(): void {
    this.#finish();
  }

  #toClient(bytes: Buffer): void {
    this.#flow.tunnelReceived += bytes.length;
    if (!this.#client.write(bytes)) this.#upstream.pause();
  }

  #finish(): void {
    if (this.#over) return;
    this.#over = true;
    this.#context.connections.delete(this);
    closeSoon(this.#client);
    this.#upstream.destroy();
    this.#flow.marks.end = performance.now();
    this.#flow.state = this.#state;
    this.#context.flows.finish(this.#flow);
  }
}
