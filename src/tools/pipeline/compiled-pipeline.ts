// The tools that are on, as they are between two changes.
import type { RunningTool, Tool } from '../contract.ts';
import type { CompiledRule, RuleIndex } from '../rules/matcher/index.ts';

/** A tool that is on, with its rules that are. */
export interface ActiveTool {
  readonly tool: Tool;
  readonly running: RunningTool;
  readonly rules: readonly CompiledRule[];
}

/** Told of what a tool threw: its title, what happened in words, and the error. */
export type ReportError = (title: string, text: string, error: unknown) => void;

export interface CompiledPipeline {
  /** In the order of requests. */
  readonly steps: readonly ActiveTool[];
  /** Places in `steps` of those that say what is recorded. */
  readonly recordingSteps: readonly number[];
  /** `steps` in other orders, as places in it. */
  readonly responseSteps: readonly number[];
  readonly tunnelSteps: readonly number[];
  /** The rules of all; each knows the place of its tool in `steps`. */
  readonly index: RuleIndex;
  readonly reportError: ReportError;
}
