// Records one exchange in its flow: the times of its events, its connection, and its outcome. Every kind of exchange
// ends here, so that a flow ends exactly once.
import type { TlsDetails } from '../base/tls-details.ts';
import type { Repair } from '../codec/http1/repair.ts';
import type { Flow, FlowState } from './flow.ts';
import type { Message } from './message.ts';
import type { NotDecrypted } from './not-decrypted.ts';
import type { FlowStore } from './store.ts';

/** The upstream connection of an exchange. */
export interface ConnectionDetails {
  /** `address:port` of the peer. */
  readonly address: string;
  readonly tls: TlsDetails | null;
  /** Milliseconds spent opening it, some of them perhaps before the exchange began; null when it was reused. */
  readonly timing: { readonly dns: number; readonly connect: number; readonly tls: number } | null;
}

export class FlowRecorder {
  readonly flow: Flow;
  readonly #flows: FlowStore;
  readonly #completed: (() => void) | null;

  /** Creates the recorder. `completed` is called once, when the flow is complete, before the listeners of the store. */
  constructor(flow: Flow, flows: FlowStore, completed: (() => void) | null = null) {
    this.flow = flow;
    this.#flows = flows;
    this.#completed = completed;
  }

  /** Records the connection on which the request is sent. */
  connected({ address, tls, timing }: ConnectionDetails): void {
    const { flow } = this;
    const { timestamps } = flow;
    timestamps.connected = performance.now();
    flow.remoteAddress = address;
    flow.tls = tls;
    if (timing === null) return;
    timestamps.dns = timing.dns;
    timestamps.connect = timing.connect;
    timestamps.tls = timing.tls;
  }

  /** Records that the request has been written in full. */
  requestSent(at = performance.now()): void {
    this.flow.timestamps.sent = at;
  }

  /** Records that a tool responds, so that no connection is needed and nothing is sent. */
  answeredLocally(): void {
    const { timestamps } = this.flow;
    timestamps.connected = timestamps.sent = performance.now();
  }

  /** Records the first byte of the first response, interim or final; later calls change nothing. */
  firstByte(): void {
    const { timestamps } = this.flow;
    if (timestamps.firstByte === 0) timestamps.firstByte = performance.now();
  }

  /** Records that the server's response was not valid HTTP, with its repairs. */
  repaired(repairs: readonly Repair[]): void {
    const { flow } = this;
    // Each rule is kept once, however often the server breaks it: a response may have any number of heads and chunks.
    const added = repairs.filter(({ rule }) => !flow.repairs.some((known) => known.rule === rule));
    flow.repairs = [...flow.repairs, ...added];
  }

  /** Records the head of the final response. */
  responseStarted(status: number, response: Message): void {
    const { flow } = this;
    flow.status = status;
    flow.response = response;
    this.#flows.update(flow);
  }

  /** Records that bytes pass through undecrypted, and why. */
  tunneled(reason: NotDecrypted, address: string): void {
    const { flow } = this;
    flow.notDecrypted = reason;
    flow.state = 'tunneled';
    flow.remoteAddress = address;
    this.#flows.update(flow);
  }

  /** Ends the flow; false when it had ended before. `state`: its state when there is no error. */
  finish(error: Error | null, state: FlowState = 'completed'): boolean {
    const { flow } = this;
    if (flow.finished) return false;
    flow.serverSentEvents?.end();
    flow.timestamps.end = performance.now();
    flow.state = error === null ? state : 'failed';
    flow.error = error === null ? null : error.message;
    this.#completed?.();
    this.#flows.finish(flow);
    return true;
  }
}
