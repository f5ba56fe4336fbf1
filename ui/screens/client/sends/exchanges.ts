// The exchanges of a send, made of their steps.
import type {
  ConnectTiming,
  ExchangeHead,
  ExchangeStep,
  Purpose,
  SendEvent,
  SourcedField,
  TlsFacts,
} from './events.ts';

/** An exchange on the wire. Times are milliseconds since the start of the send. */
export interface ExchangeRecord {
  readonly exchange: number;
  readonly purpose: Purpose;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly SourcedField[];
  readonly bodySize: number;
  readonly begunMs: number;
  readonly connection: Connection | null;
  readonly sentMs: number | null;
  readonly head: ExchangeHead | null;
  readonly headMs: number | null;
  /** Bytes of the body. */
  readonly received: number;
  readonly endedMs: number | null;
  readonly failure: string | null;
}

export interface Connection {
  readonly ms: number;
  readonly address: string;
  readonly tls: TlsFacts | null;
  readonly timing: ConnectTiming | null;
}

type ExchangeEvent = SendEvent & { readonly type: 'exchange' };

/** Returns the exchanges after a step of one of them. */
export function afterExchange(
  all: readonly ExchangeRecord[],
  event: ExchangeEvent,
): readonly ExchangeRecord[] {
  const at = all.findIndex(({ exchange }) => exchange === event.exchange);
  const changed = { ...(all[at] ?? newExchange(event)), ...changeOf(event, event.ms) };
  return at < 0 ? [...all, changed] : all.with(at, changed);
}

/** The event that began it may be lost. */
function newExchange({ exchange, purpose, ms }: ExchangeEvent): ExchangeRecord {
  return {
    exchange,
    purpose,
    method: '',
    url: '',
    headers: [],
    bodySize: 0,
    begunMs: ms,
    connection: null,
    sentMs: null,
    head: null,
    headMs: null,
    received: 0,
    endedMs: null,
    failure: null,
  };
}

function changeOf(step: ExchangeStep, ms: number): Partial<ExchangeRecord> {
  switch (step.step) {
    case 'begun': {
      const { method, url, headers, bodySize } = step;
      return { method, url, headers, bodySize, begunMs: ms };
    }
    case 'connected': {
      const { address, tls, timing } = step;
      return { connection: { ms, address, tls, timing } };
    }
    case 'sent':
      return { sentMs: ms };
    case 'head': {
      const { status, reason, httpVersion, headers } = step;
      return { head: { status, reason, httpVersion, headers }, headMs: ms };
    }
    case 'body':
      return { received: step.received };
    case 'ended':
      return { received: step.received, endedMs: ms };
    case 'failed':
      return { failure: step.reason, endedMs: ms };
  }
}
