// A run of an agent: all that one program asked of models, and what its tools did, as steps. Plain data, ready to be
// written as JSON.

/** The way in which an exchange came to its run; `start`: the run begins with it. */
export type JoinedBy =
  | 'start'
  | 'conversation'
  | 'tool call'
  | 'trace'
  | 'MCP session'
  | 'process'
  | 'parent process'
  | 'program';

export type StepKind = 'model' | 'tool' | 'mcp' | 'http';

/** `cut`: the answer ended early. `open`: a tool whose result was not sent to a model. */
export type StepOutcome = 'ok' | 'error' | 'refused' | 'cut' | 'open';

export interface AgentStep {
  /** From 1, in the order of the run: each step is followed by the steps within it. */
  readonly number: number;
  /** The number of the step that it is part of; null for one of the run itself. */
  readonly parent: number | null;
  /** 0 for a step of the run itself. */
  readonly depth: number;
  readonly kind: StepKind;
  /** The model, the tool, the server of MCP, or the host. */
  readonly name: string;
  /** On one line: what the model said or called, arguments, the method, or the request. */
  readonly what: string;
  /** The captured exchange; null for a tool, which is known by its call and its result alone. */
  readonly exchange: number | null;
  /** The id of the call of a tool; null for other steps, and where the provider gives none. */
  readonly callId: string | null;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Null for a tool without a result. */
  readonly durationMs: number | null;
  readonly outcome: StepOutcome;
  /** The error, the refusal, or where the answer was cut; empty without. */
  readonly reason: string;
  readonly joinedBy: JoinedBy;
  /** Null for other steps than calls of models. */
  readonly model: ModelStep | null;
  /** The result of a tool, cut; null where it is not known. */
  readonly result: string | null;
}

export interface ModelStep {
  /** Provider and kind of call by the names of OpenTelemetry's conventions. */
  readonly provider: string;
  readonly operation: string;
  readonly answeredBy: string | null;
  readonly finish: string | null;
  /** Tokens; null where the provider does not tell. */
  readonly input: number | null;
  readonly cachedInput: number | null;
  readonly cacheWrite: number | null;
  readonly output: number | null;
  readonly reasoning: number | null;
  /** Null without a price of the model, and without its tokens. */
  readonly cost: Amount | null;
  readonly firstTokenMs: number | null;
}

export interface Amount {
  readonly amount: number;
  readonly currency: string;
}

export interface RunTotals {
  readonly steps: number;
  readonly models: number;
  readonly tools: number;
  readonly mcp: number;
  readonly http: number;
  readonly durationMs: number;
  /** Tokens that the providers told. */
  readonly input: number;
  readonly cachedInput: number;
  readonly cacheWrite: number;
  readonly output: number;
  /** Of input and output. */
  readonly tokens: number;
  /** By currency; calls without a price are left out. */
  readonly costs: readonly Amount[];
  /** Calls of models without a cost: no price fits, or the provider told no tokens. */
  readonly unpriced: number;
  /** Models of those calls, as they were asked. */
  readonly unpricedModels: readonly string[];
  /** Steps that failed; one that failed because a step within it did counts once. */
  readonly errors: number;
  readonly refused: number;
}

/** A run in a list, without its steps. */
export interface ListedRun {
  /** The id of the first call of a model in it. */
  readonly id: number;
  /** The first words of the user. */
  readonly name: string;
  readonly program: string | null;
  /** The id of the process; null when it is not known. */
  readonly process: string | null;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly totals: RunTotals;
  /** Ways in which its exchanges were joined, each once. */
  readonly joinedBy: readonly JoinedBy[];
}

export interface AgentRun extends ListedRun {
  readonly steps: readonly AgentStep[];
}

export function listedRun({
  id,
  name,
  program,
  process,
  startedAt,
  endedAt,
  totals,
  joinedBy,
}: AgentRun): ListedRun {
  return { id, name, program, process, startedAt, endedAt, totals, joinedBy };
}
