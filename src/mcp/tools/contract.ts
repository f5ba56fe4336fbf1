// The contract of a tool: a call that an assistant may make, its requirements, and the schema of its result.
import type { z } from 'zod';
import type { Effect, Hint, Toolset } from '../../session/methods/contract.ts';
import type { WorkspaceContext } from '../../session/methods/workspace-context.ts';
import type { Progress } from '../../runs/runner/progress.ts';
import type { ProxyLink } from '../proxy-link.ts';
import type { Undo } from '../trust/audit-log.ts';
import type { Masks } from '../trust/masks.ts';
import type { PathGuard } from '../trust/path-guard.ts';

/** Parts of the server that tools use. */
export interface ToolContext {
  readonly proxy: ProxyLink;
  readonly paths: PathGuard;
  readonly masks: Masks;
  /** The workspace, on which operations run without the app. */
  readonly workspace: WorkspaceContext;
}

/** One call. It reports its progress by `progress`; `signal` is aborted when the client stops waiting. */
export interface Call {
  readonly signal: AbortSignal;
  readonly progress: Progress;
}

export interface Tool {
  readonly name: string;
  /** At most 160 characters: when to use it. */
  readonly summary: string;
  readonly effect: Effect;
  readonly toolset: Toolset;
  readonly hints: readonly Hint[];
  /** True when its result holds text that strangers wrote: URLs, headers, bodies, names. */
  readonly isCaptured: boolean;
  /** Makes relative paths among the parameters absolute, before they are checked. Throws for paths that are closed. */
  readonly withAbsolutePaths?: (
    context: ToolContext,
    given: Readonly<Record<string, unknown>>,
  ) => Readonly<Record<string, unknown>>;
  readonly params: z.ZodObject;
  readonly result: z.ZodType;
  /** True when the parameters are passed on as they came, to where they are read. */
  readonly isForwarded?: true;
  /** Runs the tool with checked parameters. Rejects with an Error for the assistant, which says what to do. */
  run(context: ToolContext, params: Readonly<Record<string, unknown>>, call: Call): Promise<unknown>;
  /** Tells how a change is taken back, or why it cannot be; null for tools that only read. */
  readonly undo: PrepareUndo | { readonly never: string } | null;
}

/**
 * Reads the present state before the call. From the call's result it then derives how to take the change back, or
 * null when there is nothing to take back.
 */
export type PrepareUndo = (
  context: ToolContext,
  params: Readonly<Record<string, unknown>>,
) => Promise<(result: unknown) => Undo | null | Promise<Undo | null>>;
