// The contract of a method. It is declared once; RPC, MCP and the app's pages are derived from it.
import type { z } from 'zod';
import type { Progress } from '../../runs/runner/progress.ts';
import type { AppContext } from './context.ts';
import type { RunningApp, Undo } from './undo.ts';

/**
 * The face of a method. `rpc` is POST /api/rpc, `mcp` a tool for assistants, and `ui` the app's own pages, also over
 * RPC.
 */
export type Face = 'rpc' | 'mcp' | 'ui';

/** The effect of a method. A `destructive` method deletes data that cannot be restored. */
export type Effect = 'read' | 'write' | 'destructive';

/**
 * A hint about a method. `idempotent` means that a second equal call changes nothing more, `open world` that it sends
 * requests to servers.
 */
export type Hint = 'idempotent' | 'open world';

/** The parts of the tools for assistants that `--toolsets` selects from. */
export const TOOLSETS = ['traffic', 'rules', 'client'] as const;
export type Toolset = (typeof TOOLSETS)[number];

export interface Method<
  P extends z.ZodObject = z.ZodObject,
  R extends z.ZodType = z.ZodType,
  N extends string = string,
  /** The part of the app that the method needs. */
  C = AppContext,
> {
  readonly name: N;
  /** One sentence. */
  readonly summary: string;
  readonly effect: Effect;
  readonly faces: readonly Face[];
  readonly params: P;
  readonly result: R;
  /**
   * Runs the method. Throws, or rejects with, an Error for the caller; its `field`, if it has one, names the wrong
   * parameter. `signal`: aborted when the caller has disconnected. `progress`: called with the progress of a long call.
   */
  run(app: C, params: z.output<P>, signal: AbortSignal, progress: Progress): z.input<R> | Promise<z.input<R>>;
  /** Tells how an assistant's call is taken back, or why it cannot be. */
  readonly undo?: Undo<P, R>;
  /** By default `client` for operations on the workspace, and else `traffic`. */
  readonly toolset?: Toolset;
  /** Those of methods that write; one that reads is idempotent anyway. */
  readonly hints?: readonly Hint[];
  /**
   * Parameters that name files, or hold objects in which fields do: assistants may use some files only. Operations on
   * the workspace ask `allowedPath` instead.
   */
  readonly paths?: readonly string[];
  /** False when nothing in the result was written by strangers, as captured traffic and imported files are. */
  readonly captured?: false;
  /** Rejects with a ParameterError for what users may do and assistants may not. */
  refuses?(app: RunningApp, params: z.input<P>): Promise<void>;
  /**
   * Reads the present values of what a call replaces, in the shape of its parameters. Masks of secrets among the
   * parameters stand for them.
   */
  replaces?(app: RunningApp, params: z.input<P>): Promise<unknown>;
}

/** Facts that the compiler asks for: a method for assistants that changes something says how that is taken back. */
type Declared<P extends z.ZodObject, R extends z.ZodType> = {
  readonly paths?: readonly (keyof P['shape'])[];
} & (
  | { readonly faces: typeof UI_ONLY }
  | { readonly effect: 'read'; readonly undo?: never }
  | { readonly effect: 'write' | 'destructive'; readonly undo: Undo<P, R> }
);

/** Types a method by its own schemas; the registry holds methods without type parameters. */
export function defineMethod<
  P extends z.ZodObject,
  R extends z.ZodType,
  const N extends string,
  C = AppContext,
>(method: Method<P, R, N, C> & Declared<P, R>): Method<P, R, N, C> {
  return method;
}

/** Faces of methods for programs and assistants alike. */
export const EVERYWHERE = ['rpc', 'mcp'] as const;
/** Faces of methods for the app's own pages. */
export const UI_ONLY = ['ui'] as const;
