// The contract of a debugging tool: what its rules are made of, and what it does to the exchanges they match. Each tool
// is one file or folder beside this one; what it needs of the world is handed to it when it starts.
import type { z } from 'zod';
import type { Client } from '../flow/client.ts';
import type { Flow, FlowColor } from '../flow/flow.ts';
import type {
  InterceptedExchange,
  InterceptedResponse,
  Pace,
  RequestVerdict,
  ResponseVerdict,
  TunnelVerdict,
  HeldMessage,
} from '../proxy/hooks.ts';
import type { HostPort } from '../net/upstream-connection.ts';
import type { PatternText } from './rules/patterns/pattern.ts';
import type { Rule } from './rules/rule.ts';
import type { PausedQueue } from './paused/index.ts';
import type { ScriptLog } from './script-log.ts';

/** In the order in which they see a request; alerts see only what has become of it. */
export const TOOL_NAMES = [
  'allowList',
  'blockList',
  'mapRemote',
  'scripting',
  'noCaching',
  'breakpoint',
  'networkConditions',
  'mockSets',
  'mapLocal',
  'dnsSpoofing',
  'alerts',
] as const;
export type ToolName = (typeof TOOL_NAMES)[number];

/** A rule that matches, and what its pattern captured: `captures[1]` is what `$1` stands for. */
export interface Match<R extends Rule = Rule> {
  readonly rule: R;
  readonly captures: readonly string[];
}

/** Notes in the flow that a rule had a say in it; `note` says what else, as for a rule that was skipped. */
export type RecordMatch = (rule: Rule, note?: string) => void;

/** What tools share with each other and with the app. */
export interface ToolServices {
  readonly scriptLog: ScriptLog;
  readonly paused: PausedQueue;
  /** Tells the user something: the console, the desktop. Never throws. */
  readonly notify: (notice: ToolNotice) => void;
  /** Sets the colour of a flow. */
  readonly color: (flow: Flow, color: FlowColor) => void;
  /** Reads the flows of a recording (HAR or session). Rejects with the reason. */
  readonly readRecording: (path: string) => Promise<readonly Flow[]>;
  /** The most bytes of a body that is held. */
  readonly maxBodyBytes: () => number;
}

export interface ToolNotice {
  readonly channel: 'log' | 'desktop';
  readonly title: string;
  readonly text: string;
}

export interface Tool<R extends Rule = Rule> {
  readonly name: ToolName;
  readonly title: string;
  /** What it does, in one sentence. */
  readonly summary: string;
  /** What its rules have beside the fields of every rule, each with its default; null: it has no rules. */
  readonly fields: z.core.$ZodLooseShape | null;
  /** Fields of every rule that its rules do not have. */
  readonly without?: readonly (keyof Rule)[];
  /** What is wrong with a rule whose fields are each right; null for nothing. */
  readonly check?: (rule: R) => RuleIssue | null;
  /** `first`: of the rules that match only the first counts. */
  readonly matching: 'first' | 'all';
  /** What the rules match by, where that is not their own pattern. */
  readonly matchOn?: (rule: R) => PatternText;
  /** A rule that matches this flow and does nothing yet; null where that makes no sense. Absent: the pattern alone. */
  readonly fromFlow?: (flow: Flow) => Promise<Readonly<Record<string, unknown>> | null>;
  readonly start: (services: ToolServices) => RunningTool<R>;
}

export interface RuleIssue {
  /** Path of the field in the rule. */
  readonly field: string;
  /** What to give instead: completes "give …". */
  readonly expected: string;
}

/** A tool at work. Whatever a step throws leaves the exchange as it is. */
export interface RunningTool<R extends Rule = Rule> {
  /** The rules that are on, in order; none while the tool is off. Called at every change, before the next step. */
  update(rules: readonly R[], on: boolean): void;
  /** Whether it is to see exchanges that none of its rules matches. */
  readonly interceptsAll?: boolean;
  /**
   * Whether the exchange is recorded. Asked before `request`; where the head of the request is enough to tell what
   * matches, before the exchange is first seen.
   */
  records?(matches: readonly Match<R>[]): boolean;
  /**
   * The head of a request has been read. Undefined: it goes on to the next tool. `forward`: it goes its way at once,
   * and no other tool sees the exchange.
   */
  request?(
    exchange: InterceptedExchange,
    matches: readonly Match<R>[],
    recordMatch: RecordMatch,
  ): RequestVerdict | undefined | Promise<RequestVerdict | undefined>;
  /** The head of a response has been read; `matches` are those of the request. */
  response?(
    exchange: InterceptedExchange,
    response: InterceptedResponse,
    matches: readonly Match<R>[],
    recordMatch: RecordMatch,
  ): ResponseVerdict | undefined | Promise<ResponseVerdict | undefined>;
  /** The exchange is over. */
  finished?(flow: Flow, matches: readonly Match<R>[], recordMatch: RecordMatch): void;
  /** Bytes are to pass unread; `matches` match scheme, host and port. */
  tunnel?(decision: TunnelDecision, matches: readonly Match<R>[], recordMatch: RecordMatch): void;
  /** Whether TLS to this host may be opened. */
  mayDecrypt?(host: string, port: number, client: Client): boolean;
  /** Whether messages of this WebSocket are to be held for `webSocketMessage`. */
  watchesWebSocket?(flow: Flow, matches: readonly Match<R>[]): boolean;
  webSocketMessage?(
    flow: Flow,
    message: HeldMessage,
    matches: readonly Match<R>[],
    recordMatch: RecordMatch,
  ): HeldMessage | null | Promise<HeldMessage | null>;
  close?(): void | Promise<void>;
}

/** What becomes of a tunnel; tools change it one after another. */
export interface TunnelDecision {
  readonly flow: Flow;
  /** Whether it goes its way at once, and no other tool sees it. */
  bypassed: boolean;
  recorded: boolean;
  verdict: TunnelVerdict;
  connectTo: HostPort | null;
  latencyMs: number;
  upload: Pace | null;
  download: Pace | null;
}

/** Types a tool by its own rules; the registry holds them as tools of any rule. */
export function defineTool<R extends Rule>(tool: Tool<R>): Tool {
  // Only rules that have been read by its own `fields` ever come to it.
  return tool as unknown as Tool;
}
