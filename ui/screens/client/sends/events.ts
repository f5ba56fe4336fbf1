// The events of a send, as its channel tells them (docs/control-api.md, "Channels").
import type { FlowDetail } from '../../../../src/session/methods/ui-types.ts';
import type { ChannelEvent } from '../../../api/channels.ts';

export type Phase = 'waiting' | 'scripts' | 'token' | 'dns' | 'connect' | 'tls' | 'sent' | 'body' | 'tests';

export interface Field {
  readonly name: string;
  readonly value: string;
}

/** `source`: `typed`, `script`, `auth`, `cookie jar` or `default`. */
export interface SourcedField extends Field {
  readonly source: string;
}

export type TlsFacts = NonNullable<FlowDetail['tls']>;

export interface ConnectTiming {
  readonly dns: number;
  readonly connect: number;
  readonly tls: number;
}

export interface ExchangeHead {
  readonly status: number;
  readonly reason: string;
  readonly httpVersion: string;
  readonly headers: readonly Field[];
}

export type ExchangeStep =
  | {
      readonly step: 'begun';
      readonly method: string;
      readonly url: string;
      readonly headers: readonly SourcedField[];
      readonly bodySize: number;
    }
  | {
      readonly step: 'connected';
      readonly address: string;
      readonly tls: TlsFacts | null;
      /** Null on a connection that was open. */
      readonly timing: ConnectTiming | null;
    }
  | { readonly step: 'sent' }
  | ({ readonly step: 'head' } & ExchangeHead)
  | { readonly step: 'body'; readonly received: number }
  | { readonly step: 'ended'; readonly received: number; readonly timeMs: number }
  | { readonly step: 'failed'; readonly reason: string };

export type Purpose = 'request' | 'redirect' | 'challenge' | 'token' | 'script';
export type ScriptEvent = 'prerequest' | 'test';

export interface TestRow {
  readonly name: string;
  readonly passed: boolean;
  readonly skipped: boolean;
  readonly error: string | null;
  /** The line of the script, where that is known. */
  readonly line?: number | null;
  /** The values that were compared, as JSON. */
  readonly expected?: string;
  readonly actual?: string;
}

export interface ConsoleLine {
  readonly level: string;
  readonly text: string;
}

export interface ScriptOutput {
  readonly event: ScriptEvent;
  readonly tests: readonly TestRow[];
  readonly console: readonly ConsoleLine[];
}

export interface ScriptError {
  readonly line: number | null;
  readonly message: string;
}

export interface SendMessage {
  readonly number: number;
  /** Epoch milliseconds. */
  readonly time: number;
  readonly direction: 'sent' | 'received';
  /** The event, topic or method; may be empty. */
  readonly name: string;
  readonly size: number;
  readonly kind: 'text' | 'binary';
  readonly text?: string;
  readonly base64?: string;
  /** Bytes that are not there. */
  readonly omitted: number;
}

export interface SentResponse extends ExchangeHead {
  readonly trailers: readonly Field[];
  /** Bytes as received. */
  readonly size: number;
  readonly timeMs: number;
  /** The size without its content coding. */
  readonly body: { readonly size: number; readonly isText: boolean };
  readonly isPartial: boolean;
}

export interface Untrusted {
  readonly host: string;
  readonly port: number;
  /** Such as `DEPTH_ZERO_SELF_SIGNED_CERT`. */
  readonly code: string;
  /** True where another certificate of this server is trusted. */
  readonly isChanged: boolean;
  /** As the server has shown them, its own first. */
  readonly certificates: NonNullable<TlsFacts['certificates']>;
  /** The fingerprint of the one that can be trusted as an authority. */
  readonly authority: string | null;
}

export interface UnallowedProgram {
  readonly fingerprint: string;
  /** The command line, and its folder. */
  readonly description: string;
}

export interface SendEnd {
  /** `refused`: the app did not begin. `lost`: the app was restarted, or has forgotten it. */
  readonly outcome: 'received' | 'failed' | 'stopped' | 'skipped' | 'refused' | 'lost';
  /** Null where a response was received. */
  readonly reason: string | null;
  readonly phase?: Phase | null;
  readonly received?: number;
  readonly expected?: number | null;
  readonly mayHaveActed?: boolean;
  /** The certificate of a server that is not trusted. */
  readonly untrusted?: Untrusted;
  /** The program that it would start, which nobody has allowed. */
  readonly program?: UnallowedProgram;
  readonly method?: string;
  readonly url?: string;
  readonly response: SentResponse | null;
  /** Names of variables without a value. */
  readonly unresolved: readonly string[];
  /** `where`: the owner of the script, in the order of the tests of all scripts. */
  readonly tests: readonly { readonly where: string }[];
  readonly scriptErrors: readonly (ScriptError & { readonly where: string; readonly event: ScriptEvent })[];
  readonly ms: number;
  /** Epoch milliseconds; absent where no event told the end. */
  readonly time?: number;
}

/** An act of an open connection, beside closing. */
export type ConnectionSkill = 'send' | 'subscribe' | 'halfClose';

/** An event of a connection that is no message. */
export type NoticeEvent =
  | {
      readonly type: 'open';
      readonly facts: readonly Field[];
      readonly can: readonly ConnectionSkill[];
      /** Topics or events from the opening on; absent where none can be. */
      readonly subscriptions?: readonly string[];
    }
  | { readonly type: 'subscribed' | 'unsubscribed'; readonly name: string }
  | { readonly type: 'halfClosed' };

export type Notice = NoticeEvent & Pick<ChannelEvent, 'number' | 'time'>;

interface Timed extends ChannelEvent {
  /** Milliseconds since the start. */
  readonly ms: number;
}

/** The events that a send is made of. Those of other types change nothing. */
export type SendEvent =
  | (Timed & { readonly type: 'phase'; readonly phase: Phase; readonly target?: string })
  | (Timed & {
      readonly type: 'exchange';
      readonly exchange: number;
      readonly purpose: Purpose;
    } & ExchangeStep)
  | (Timed & { readonly type: 'page'; readonly url: string; readonly code?: string })
  | (Timed & { readonly type: 'output' } & ScriptOutput)
  | (Timed & { readonly type: 'script'; readonly error: ScriptError | null } & ScriptOutput)
  | (ChannelEvent & NoticeEvent)
  | (ChannelEvent & { readonly type: 'message' } & Omit<SendMessage, 'number' | 'time'>)
  | (ChannelEvent & { readonly type: 'end' } & SendEnd);

const TYPES: readonly string[] = [
  'phase',
  'exchange',
  'page',
  'output',
  'script',
  'open',
  'subscribed',
  'unsubscribed',
  'halfClosed',
  'message',
  'end',
] satisfies readonly SendEvent['type'][];

export function isSendEvent(event: ChannelEvent): event is SendEvent {
  return TYPES.includes(event.type);
}
