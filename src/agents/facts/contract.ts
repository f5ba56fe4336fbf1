// The facts of a finished exchange that joining runs of agents needs: digests and short texts, no bodies.
import type { TokenUsage } from '../../codec/ai/token-usage.ts';

export interface ExchangeFacts {
  /** The id of the exchange. */
  readonly id: number;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly program: Program;
  /** The trace that its request names (W3C Trace Context); null without one. */
  readonly traceId: string | null;
  readonly host: string;
  /** Such as `GET /v1/orders`. */
  readonly line: string;
  /** The reason why the exchange failed, or what its answer says of an error; null without one. */
  readonly error: string | null;
  /** True when it was refused: by a rule, or with a status such as 403. */
  readonly isRefused: boolean;
  /** Null for a request that is neither a call of a model nor a message of MCP. */
  readonly subject: ModelFacts | McpFacts | null;
}

export interface Program {
  readonly name: string | null;
  /** Identifies its process; null when it is not known. */
  readonly process: string | null;
  /** The processes that it descends from, the nearest first, as far as they are known. */
  readonly parents: readonly string[];
}

export interface ModelFacts {
  readonly type: 'model';
  /** Provider and kind of call by the names of OpenTelemetry's conventions. */
  readonly provider: string;
  readonly operation: string;
  /** The model that was asked, and the one that says it has answered. */
  readonly model: string | null;
  readonly answeredBy: string | null;
  /**
   * Digests of the request's messages: of the first, of the first two, and so on. A longer conversation has only the
   * last ones, up to the digest of all.
   */
  readonly prefixes: Float64Array;
  /** The id of the answer that the request continues, and that of its own answer. */
  readonly continues: string | null;
  readonly answerId: string | null;
  /** The first message of the user, cut. */
  readonly question: string;
  /** Results of tools in the request, in its order. */
  readonly results: readonly ToolResult[];
  /** Results in the answer, of tools that the provider runs itself. */
  readonly answered: readonly ToolResult[];
  /** The text of the answer, cut. */
  readonly answer: string;
  readonly calls: readonly ToolCall[];
  /** The text of a refusal, or the reason why the provider withheld the answer; null without. */
  readonly refusal: string | null;
  readonly finish: string | null;
  /** The error that the provider names; null without one. */
  readonly error: string | null;
  /** True when the answer ended early: what was said and called until then counts. */
  readonly isCut: boolean;
  /** The name of a call whose arguments are not whole; null without one. */
  readonly cutCall: string | null;
  readonly usage: TokenUsage;
  readonly firstTokenMs: number | null;
}

export interface ToolCall {
  /** Empty where the provider gives none. */
  readonly id: string;
  readonly name: string;
  /** JSON on one line, cut. */
  readonly arguments: string;
  /** A digest of the whole arguments, whatever the order of their members. */
  readonly digest: number;
}

export interface ToolResult {
  /** The id of the call, or the name of the tool where there are no ids. */
  readonly id: string;
  /** The name of the call with this id, as the request repeats it; empty where it does not. */
  readonly name: string;
  readonly text: string;
  readonly isError: boolean;
}

export interface McpFacts {
  readonly type: 'mcp';
  readonly transport: 'http' | 'stdio';
  readonly method: string;
  /** The tool of `tools/call`, or the prompt of `prompts/get`; empty for others. */
  readonly name: string;
  readonly arguments: string;
  readonly digest: number;
  /** Texts of `_meta`: some clients put the id of the model's call there. */
  readonly meta: readonly string[];
  readonly session: string | null;
  /** The result of a tool, or the error of the method; null without an answer. */
  readonly result: ToolResult | null;
}
