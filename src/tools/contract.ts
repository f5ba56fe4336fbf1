// The contract of a debugging tool: its rules, its place in the order of evaluation, and its effect on the exchanges
// that its rules match. A tool is one file or folder in catalogue/ and one line in catalogue/index.ts; it reaches the
// outside only through the services that it is started with.
import type { Client } from '../flow/client.ts';
import type { FlowColor } from '../flow/colors.ts';
import type { Flow } from '../flow/flow.ts';
import type { HostPort } from '../net/upstream-connection.ts';
import type {
  HeldMessage,
  InterceptedExchange,
  InterceptedResponse,
  Pace,
  RequestVerdict,
  ResponseVerdict,
  TunnelVerdict,
} from '../proxy/hooks.ts';
import type { PausedQueue } from './paused/index.ts';
import type { PatternText } from './rules/patterns/pattern.ts';
import type { Match, Rule } from './rules/rule.ts';
import type { RuleKind } from './rules/rule-kind.ts';
import type { ScriptLog } from './script-log.ts';

/** Records in the flow that a rule took part in it. `note` adds a detail, such as why the rule was skipped. */
export type RecordMatch = (rule: Rule, note?: string) => void;

/** Services that tools share with each other and with the app. */
export interface ToolServices {
  readonly scriptLog: ScriptLog;
  readonly paused: PausedQueue;
  /** Shows the user a notice, on the console or the desktop. Never throws. */
  readonly notify: (notice: ToolNotice) => void;
  /** Sets the color of a flow. */
  readonly color: (flow: Flow, color: FlowColor) => void;
  /** Reads the flows of a recording (HAR or session). Rejects with the reason. */
  readonly readRecording: (path: string) => Promise<readonly Flow[]>;
  /** Returns the most bytes of a body that are buffered. */
  readonly maxBodyBytes: () => number;
}

export interface ToolNotice {
  readonly channel: 'log' | 'desktop';
  readonly title: string;
  readonly text: string;
}

/**
 * The places of a tool in the order of evaluation, lower ones first. Places go up in tens, so that a new tool fits in
 * between; no two tools share a place.
 */
export interface StepOrder {
  /** Place among requests, and among the messages of WebSockets. */
  readonly request: number;
  /** Place among responses; required of a tool that implements `response`. */
  readonly response?: number;
  /** Place among tunnels; required of a tool that implements `tunnel`. */
  readonly tunnel?: number;
}

export interface Tool<R extends Rule = Rule, Name extends string = string> extends RuleKind<R> {
  readonly name: Name;
  /** One sentence that says what the tool does. */
  readonly summary: string;
  readonly order: StepOrder;
  /** `first`: only the first of the matching rules applies. */
  readonly matching: 'first' | 'all';
  /** Returns the pattern that a rule matches by, when that is not its own `pattern`. */
  readonly matchOn?: (rule: R) => PatternText;
  /**
   * Returns the fields of a rule that matches this flow and does nothing yet; null where there can be none. Without this
   * function the pattern and the method are all that is filled in.
   */
  readonly fromFlow?: (flow: Flow) => Promise<Readonly<Record<string, unknown>> | null>;
  /** Fields of a rule that begins in the editor, beside the defaults. */
  readonly starter?: Readonly<Record<string, unknown>>;
  readonly start: (services: ToolServices) => RunningTool<R>;
}

/** A tool while it runs. A step that throws leaves the exchange as it is. */
export interface RunningTool<R extends Rule = Rule> {
  /** Sets the enabled rules, in order; none while the tool is off. Called at every change, before the next step. */
  update(rules: readonly R[], on: boolean): void;
  /** True when the tool is also called for exchanges that none of its rules matches. */
  readonly interceptsAll?: boolean;
  /**
   * Returns false to leave the exchange out of the recording. Called before `request`; where the head of the request
   * decides which rules match, before the exchange is first recorded.
   */
  records?(matches: readonly Match<R>[]): boolean;
  /**
   * Called when the head of a request has been read. Undefined passes the exchange on to the next tool; `forward` ends the
   * pipeline: no other tool sees the exchange.
   */
  request?(
    exchange: InterceptedExchange,
    matches: readonly Match<R>[],
    recordMatch: RecordMatch,
  ): RequestVerdict | undefined | Promise<RequestVerdict | undefined>;
  /** Called when the head of a response has been read; `matches` are those of the request. */
  response?(
    exchange: InterceptedExchange,
    response: InterceptedResponse,
    matches: readonly Match<R>[],
    recordMatch: RecordMatch,
  ): ResponseVerdict | undefined | Promise<ResponseVerdict | undefined>;
  /** Called when the exchange or tunnel has ended. */
  finished?(flow: Flow, matches: readonly Match<R>[], recordMatch: RecordMatch): void;
  /** Called before a tunnel is opened whose bytes pass unread; `matches` match scheme, host and port. */
  tunnel?(decision: TunnelDecision, matches: readonly Match<R>[], recordMatch: RecordMatch): void;
  /** Returns false to keep TLS to this host undecrypted. */
  mayDecrypt?(host: string, port: number, client: Client): boolean;
  /** Returns true to have the messages of this WebSocket held for `webSocketMessage`. */
  watchesWebSocket?(flow: Flow, matches: readonly Match<R>[]): boolean;
  /** Returns the message to send in place of this one; null drops it. */
  webSocketMessage?(
    flow: Flow,
    message: HeldMessage,
    matches: readonly Match<R>[],
    recordMatch: RecordMatch,
  ): HeldMessage | null | Promise<HeldMessage | null>;
  close?(): void | Promise<void>;
}

/** The treatment of a tunnel, which tools change one after another. */
export interface TunnelDecision {
  readonly flow: Flow;
  /** True when no further tool sees the tunnel. */
  bypassed: boolean;
  recorded: boolean;
  verdict: TunnelVerdict;
  connectTo: HostPort | null;
  latencyMs: number;
  upload: Pace | null;
  download: Pace | null;
}

/** Types a tool by its own rules; the registry holds it as a tool of any rule. */
export function defineTool<R extends Rule, const Name extends string, const Title extends string>(
  tool: Tool<R, Name> & { readonly title: Title },
): Tool<Rule, Name> & { readonly title: Title } {
  // A tool only ever receives rules that its own `fields` have validated.
  return tool as unknown as Tool<Rule, Name> & { readonly title: Title };
}
