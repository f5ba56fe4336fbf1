// The contract of a tool: what an assistant may call, what the call needs, and what is known of its result.
import type { z } from 'zod';
import type { Effect } from '../../session/methods/contract.ts';
import type { WorkspaceContext } from '../../session/methods/workspace/context.ts';
import type { Progress } from '../../runs/runner/progress.ts';
import type { ProxyLink } from '../proxy-link.ts';
import type { ChangedFile } from '../trust/file-changes.ts';
import type { Masks } from '../trust/masks.ts';
import type { PathGuard } from '../trust/path-guard.ts';

/** The parts that `--toolsets` selects from. */
export const TOOLSETS = ['traffic', 'rules', 'client'] as const;
export type Toolset = (typeof TOOLSETS)[number];

/** Parts of the server that tools use. */
export interface ToolContext {
  readonly proxy: ProxyLink;
  readonly paths: PathGuard;
  readonly masks: Masks;
  /** The workspace, on which operations run without the app. */
  readonly workspace: WorkspaceContext;
}

/** One call: how far it has come is told by `progress`, and `signal` is aborted when the client no longer waits. */
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
  /** True when a second equal call changes nothing more. */
  readonly isIdempotent: boolean;
  /** True when it sends requests to servers. */
  readonly isOpenWorld: boolean;
  /** True when its result holds text that strangers wrote: URLs, headers, bodies, names. */
  readonly isCaptured: boolean;
  readonly params: z.ZodObject;
  readonly result: z.ZodType;
  /** True when the parameters are passed on as they came, to where they are read. */
  readonly isForwarded?: true;
  /** Runs the tool with checked parameters. Rejects with an Error for the assistant, which says what to do. */
  run(context: ToolContext, params: Readonly<Record<string, unknown>>, call: Call): Promise<unknown>;
  /** Reads what is to be changed, before the call; what it returns tells how to take the change back, or null. */
  readonly prepareUndo?: (
    context: ToolContext,
    params: Readonly<Record<string, unknown>>,
  ) => Promise<(result: unknown) => Undo | null | Promise<Undo | null>>;
}

/** A change to take back: by calls of methods, in this order, or by what files of a workspace were before. */
export type Undo =
  | { readonly calls: readonly UndoCall[] }
  | { readonly folder: string; readonly files: readonly ChangedFile[] };

export interface UndoCall {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}
