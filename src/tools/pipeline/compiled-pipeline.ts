// The tools that are on, compiled for calling. A pipeline keeps them until the tools change.
import type { RunningTool, Tool } from '../contract.ts';
import type { CompiledRule, RuleIndex } from '../rules/matcher/index.ts';

/** A tool that is on, with its enabled rules. */
export interface ActiveTool {
  readonly tool: Tool;
  readonly running: RunningTool;
  readonly rules: readonly CompiledRule[];
}

/** Reports an error that a tool threw: the tool's title, a description of what happened, and the error. */
export type ReportError = (title: string, text: string, error: unknown) => void;

export interface CompiledPipeline {
  /** The tools in the order in which they see requests. */
  readonly steps: readonly ActiveTool[];
  /** Indexes in `steps` of the tools that decide what is recorded. */
  readonly recordingSteps: readonly number[];
  /** Indexes in `steps`, in the order in which the tools see responses. */
  readonly responseSteps: readonly number[];
  /** Indexes in `steps`, in the order in which the tools see tunnels. */
  readonly tunnelSteps: readonly number[];
  /** The rules of all tools; each knows the index of its tool in `steps`. */
  readonly index: RuleIndex;
  readonly reportError: ReportError;
}
