// The state of a send, made of the events of its channel.
import type { ChannelEvent } from '../../../api/channels.ts';
import {
  isSendEvent,
  type Notice,
  type Phase,
  type ScriptError,
  type ScriptOutput,
  type SendEnd,
  type SendEvent,
  type SendMessage,
  type SentResponse,
} from './events.ts';
import { afterExchange, type ExchangeRecord } from './exchanges.ts';

/** A phase with its beginning in milliseconds since the start. */
export interface PhaseStep {
  readonly phase: Phase;
  /** The name that is looked up, or the address that is connected to; may be empty. */
  readonly target: string;
  readonly ms: number;
}

export interface ScriptRecord extends ScriptOutput {
  readonly begunMs: number;
  /** Null while it runs. */
  readonly endedMs: number | null;
  readonly error: ScriptError | null;
}

export interface SignInPage {
  readonly url: string;
  /** Typed on the page; empty for none. */
  readonly code: string;
  /** Epoch milliseconds. */
  readonly time: number;
}

interface SendRecord {
  /** Null until the app has begun. */
  readonly channel: string | null;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly phases: readonly PhaseStep[];
  readonly exchanges: readonly ExchangeRecord[];
  readonly messages: readonly SendMessage[];
  readonly scripts: readonly ScriptRecord[];
  /** The page on which the user signs in, while that is awaited. */
  readonly page: SignInPage | null;
  /** True for a connection that stays open until it is closed. */
  readonly isConnection: boolean;
  /** The opening of a connection, its subscriptions, and the end of its side. */
  readonly notices: readonly Notice[];
  /** Events that were lost. */
  readonly dropped: number;
}

export interface Going extends SendRecord {
  readonly type: 'going';
  readonly phase: Phase | null;
  readonly target: string;
  /** The send before, which is shown until the new response begins. */
  readonly previous: Ended | null;
}

export interface Ended extends SendRecord {
  readonly type: 'ended';
  readonly end: SendEnd;
  /** The request and the id of one of the latest responses; absent for that of a channel. */
  readonly stored?: { readonly request: string; readonly id: string };
  /** The decoded body of a response that was captured as traffic; absent for others. */
  readonly captured?: Uint8Array;
}

export type SendState = { readonly type: 'idle' } | Going | Ended;

export const IDLE: SendState = { type: 'idle' };

/** Messages that a page keeps of a connection: it may stay open for days. */
const MAX_MESSAGES = 100_000;

export function begunSend(
  channel: string | null,
  startedAt: number,
  previous: Ended | null,
  isConnection = false,
): Going {
  return {
    type: 'going',
    channel,
    startedAt,
    phases: [],
    exchanges: [],
    messages: [],
    scripts: [],
    page: null,
    isConnection,
    notices: [],
    dropped: 0,
    phase: null,
    target: '',
    previous,
  };
}

/** Returns the state of a send whose end no event tells. */
export function endedWithout(state: Going, { outcome, reason }: Pick<SendEnd, 'outcome' | 'reason'>): Ended {
  const ms = Date.now() - state.startedAt;
  const nothing = { response: null, unresolved: [], tests: [], scriptErrors: [] };
  return ended(state, { outcome, reason, phase: state.phase, ms, ...nothing });
}

/** Returns one of the latest responses of a request as the send that it was. */
export function storedSend(
  stored: NonNullable<Ended['stored']>,
  startedAt: number,
  events: readonly object[],
  end: SendEnd,
): Ended {
  const channel = stored.id;
  const numbered = events.map((event, number) => ({ ...event, channel, number }) as ChannelEvent);
  const state = afterEvents(begunSend(null, startedAt, null), numbered);
  return { ...(state.type === 'ended' ? state : ended(state, end)), stored };
}

/** Returns the exchange of a response that was captured as traffic, which nothing here has sent. */
export function capturedSend(
  startedAt: number,
  url: string,
  response: SentResponse,
  body: Uint8Array,
): Ended {
  const end = {
    outcome: 'received',
    reason: null,
    url,
    response,
    unresolved: [],
    tests: [],
    scriptErrors: [],
    ms: response.timeMs,
  } as const;
  return { ...ended(begunSend(null, startedAt, null), end), captured: body };
}

function ended(state: Going, end: SendEnd): Ended {
  const { phase: _phase, target: _target, previous: _previous, ...record } = state;
  return { ...record, type: 'ended', page: null, end };
}

/** Returns the state after events that arrived together, in their order. Nothing follows the end. */
export function afterEvents(state: Going | Ended, events: readonly ChannelEvent[]): Going | Ended {
  const known = events.filter(isSendEvent);
  const messages = known.filter((event) => event.type === 'message');
  const others = known.filter((event) => event.type !== 'message');
  // There may be very many, so their list is copied once.
  const withMessages = messages.length === 0 ? state : afterMessages(state, messages);
  return others.reduce(afterEvent, withMessages);
}

function afterMessages<S extends Going | Ended>(state: S, messages: readonly SendMessage[]): S {
  const all = [...state.messages, ...messages];
  const over = Math.max(0, all.length - MAX_MESSAGES);
  return { ...state, messages: over === 0 ? all : all.slice(over), dropped: state.dropped + over };
}

function afterEvent(
  state: Going | Ended,
  event: Exclude<SendEvent, { readonly type: 'message' }>,
): Going | Ended {
  if (state.type === 'ended') return state;
  switch (event.type) {
    case 'phase':
      return afterPhase(state, event);
    case 'exchange':
      return { ...state, page: null, exchanges: afterExchange(state.exchanges, event) };
    case 'page':
      return { ...state, page: { url: event.url, code: event.code ?? '', time: event.time } };
    case 'output':
    case 'script':
      return { ...state, scripts: afterScript(state, event) };
    case 'open':
    case 'subscribed':
    case 'unsubscribed':
    case 'halfClosed':
      return { ...state, notices: [...state.notices, event] };
    case 'end':
      return ended(state, event);
  }
}

function afterPhase(state: Going, { phase, target = '', ms }: SendEvent & { type: 'phase' }): Going {
  const last = state.phases.at(-1);
  const step = { phase, target, ms };
  // Several addresses are tried one after the other.
  const isSame = last?.phase === phase;
  const phases = isSame
    ? [...state.phases.slice(0, -1), { ...last, target: target || last.target }]
    : [...state.phases, step];
  return { ...state, phase, target, phases };
}

type OutputEvent = SendEvent & { readonly type: 'output' | 'script' };

/** At its end a script tells again all that it has told while it ran. */
function afterScript({ scripts, phases }: Going, event: OutputEvent): readonly ScriptRecord[] {
  const last = scripts.at(-1);
  const running = last?.endedMs === null && last.event === event.event ? last : null;
  const isEnd = event.type === 'script';
  const known = isEnd ? null : running;
  const script: ScriptRecord = {
    event: event.event,
    tests: [...(known?.tests ?? []), ...event.tests],
    console: [...(known?.console ?? []), ...event.console],
    begunMs: running?.begunMs ?? last?.endedMs ?? phases.at(-1)?.ms ?? event.ms,
    endedMs: isEnd ? event.ms : null,
    error: isEnd ? event.error : null,
  };
  return [...(running === null ? scripts : scripts.slice(0, -1)), script];
}
