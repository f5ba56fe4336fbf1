// Runs and steps while exchanges are joined to them.
import type { ExchangeFacts, ModelFacts, Program } from '../facts/contract.ts';
import type { JoinedBy, StepKind, StepOutcome } from '../run.ts';

export interface DraftStep {
  readonly kind: StepKind;
  readonly exchange: number | null;
  readonly callId: string | null;
  parent: DraftStep | null;
  readonly name: string;
  readonly what: string;
  startedAt: number;
  /** Null for a tool without a result. */
  endedAt: number | null;
  outcome: StepOutcome;
  reason: string;
  readonly joinedBy: JoinedBy;
  readonly model: ModelFacts | null;
  result: string | null;
}

/** A call of a tool that a model asked for, until its result is sent to a model. */
export interface OpenCall {
  readonly id: string;
  readonly name: string;
  readonly digest: number;
  readonly step: DraftStep;
  readonly run: DraftRun;
  /** True once a message of MCP was found that makes it. */
  isMade: boolean;
}

/** A conversation: calls of a model, each of which goes on from the one before. */
export interface Conversation {
  readonly run: DraftRun;
  /** The step that the conversation is part of, such as a tool that is an agent itself; null for the run. */
  readonly parent: DraftStep | null;
  readonly open: OpenCall[];
}

export interface DraftRun {
  readonly id: number;
  readonly name: string;
  readonly program: Program;
  /** Processes of its calls and messages. */
  readonly processes: Set<string>;
  readonly traces: Set<string>;
  readonly steps: DraftStep[];
  readonly conversations: Conversation[];
  /** The end of its last call of a model, or of a tool. */
  lastAt: number;
}

export function openCalls(run: DraftRun): readonly OpenCall[] {
  return run.conversations.flatMap(({ open }) => open);
}

/** Notes that an exchange is part of a run. */
export function noteExchange(run: DraftRun, { program, traceId, endedAt, subject }: ExchangeFacts): void {
  if (traceId !== null) run.traces.add(traceId);
  if (program.process !== null && subject !== null) run.processes.add(program.process);
  // Pings and requests that a program sends all the time do not make a run go on.
  const isActive = subject?.type === 'model' || subject?.method === 'tools/call';
  if (isActive) run.lastAt = Math.max(run.lastAt, endedAt);
}
