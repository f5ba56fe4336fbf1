// Undo for the change of a method. It is declared with the method, and used by the keeper of a log.
import type { z } from 'zod';
import type { FlowDetail } from '../../flow/detail.ts';

/** A running app as its callers see it, in this process or another. */
export interface RunningApp {
  call<P extends z.ZodObject, R extends z.ZodType>(
    method: { readonly name: string; readonly params: P; readonly result: R },
    params: z.input<P>,
  ): Promise<z.output<R>>;
  flow(id: number): Promise<FlowDetail>;
}

export interface MethodCall {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Returns the calls that undo a call's change, in this order; none when it changed nothing. */
export type Restore<T = unknown> = (result: T) => readonly MethodCall[];

interface Undoable<P extends z.ZodObject, R extends z.ZodType> {
  /** Reads the state that a call is going to change, and returns how to restore it. */
  prepare(app: RunningApp, params: z.input<P>): Promise<Restore<z.output<R>>>;
}

/**
 * The undo of a method. With `files`, the files of the workspace are restored; `never` says why a change cannot be
 * taken back.
 */
export type Undo<P extends z.ZodObject = z.ZodObject, R extends z.ZodType = z.ZodType> =
  | 'files'
  // A method type, because the registry holds all methods under the widest type.
  | Undoable<P, R>['prepare']
  | { readonly never: string };
