// The contract of an operation: declared once, and shown by every face that has it.
import type { z } from 'zod';
import type { AppContext } from './context.ts';

/** `rpc`: POST /api/rpc. `mcp`: a tool for assistants. `ui`: the app's own pages, by RPC too. */
export type Face = 'rpc' | 'mcp' | 'ui';

/** `destructive`: what it takes away cannot be had again. */
export type Effect = 'read' | 'write' | 'destructive';

export interface Method<P extends z.ZodObject = z.ZodObject, R extends z.ZodType = z.ZodType> {
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  readonly effect: Effect;
  readonly faces: readonly Face[];
  readonly params: P;
  readonly result: R;
  /**
   * Throws, or rejects with, an Error for the caller; its `field`, if it has one, names the parameter at fault.
   * `signal`: aborted when the caller has left.
   */
  run(app: AppContext, params: z.output<P>, signal: AbortSignal): z.input<R> | Promise<z.input<R>>;
}

/** Types a method by its own schemas; the registry holds them as methods of any. */
export function defineMethod<P extends z.ZodObject, R extends z.ZodType>(method: Method<P, R>): Method<P, R> {
  return method;
}

/** For methods that programs and assistants have alike. */
export const EVERYWHERE: readonly Face[] = ['rpc', 'mcp'];
/** For methods of the app's own pages. */
export const UI_ONLY: readonly Face[] = ['ui'];
