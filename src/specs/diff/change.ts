// A change between two versions of an API description, and how it is judged: by its effect on what is valid, and by
// whether clients send or receive it.

/** An error: a client that keeps to the old version fails. A warning: it may, which the descriptions cannot tell. */
export type Level = 'error' | 'warning' | 'info';

export const LEVELS: readonly Level[] = ['error', 'warning', 'info'];

export type Direction = 'sent' | 'received';

/** The levels of a change to data that clients send, and to data that they receive. */
export type Effect = Readonly<Record<Direction, Level>>;

/** Less is valid. */
export const NARROWS: Effect = { sent: 'error', received: 'info' };
/** More is valid. */
export const WIDENS: Effect = { sent: 'info', received: 'error' };
/** Something else is valid. */
export const DIFFERS: Effect = { sent: 'error', received: 'error' };
/** Nothing that is compared can tell what is valid now. */
export const UNCLEAR: Effect = { sent: 'warning', received: 'warning' };
/** The same is valid. */
export const NEUTRAL: Effect = { sent: 'info', received: 'info' };

/** A change of one operation, or of the document. */
export interface FoundChange {
  /** Names the kind of change, such as `request-property-became-required`. */
  readonly id: string;
  readonly level: Level;
  readonly what: string;
}

export interface SpecChange extends FoundChange {
  /** True for an error. */
  readonly breaking: boolean;
  /** True for a warning. */
  readonly warning: boolean;
  /** The operation, such as `GET /pets/{id}`; `API` for what is about no single one. */
  readonly operation: string;
}

export function found(id: string, level: Level, what: string): FoundChange {
  return { id, level, what };
}

/** The effect that the absence of a limit, or of a part, has where it is set, and where it is dropped. */
export function effectOfSetting(before: unknown, after: unknown): Effect {
  if (before === undefined) return NARROWS;
  return after === undefined ? WIDENS : UNCLEAR;
}
