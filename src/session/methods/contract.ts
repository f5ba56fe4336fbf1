// The contract of a method. It is declared once; RPC, MCP and the app's pages are derived from it.
import type { z } from 'zod';
import type { Progress } from '../../runs/runner/progress.ts';
import type { AppContext } from './context.ts';

/** `rpc`: POST /api/rpc. `mcp`: a tool for assistants. `ui`: the app's own pages, by RPC too. */
export type Face = 'rpc' | 'mcp' | 'ui';

/** `destructive`: what it deletes cannot be restored. */
export type Effect = 'read' | 'write' | 'destructive';

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
   * parameter. `signal`: aborted when the caller has disconnected. `progress`: told how far a long call has come.
   */
  run(app: C, params: z.output<P>, signal: AbortSignal, progress: Progress): z.input<R> | Promise<z.input<R>>;
}

/** Types a method by its own schemas; the registry holds methods without type parameters. */
export function defineMethod<
  P extends z.ZodObject,
  R extends z.ZodType,
  const N extends string,
  C = AppContext,
>(method: Method<P, R, N, C>): Method<P, R, N, C> {
  return method;
}

/** Faces of methods for programs and assistants alike. */
export const EVERYWHERE: readonly Face[] = ['rpc', 'mcp'];
/** Faces of methods for the app's own pages. */
export const UI_ONLY: readonly Face[] = ['ui'];
