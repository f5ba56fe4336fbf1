// The properties of a result.
import type { Ended } from '../sends/state.ts';

export interface ResultProps {
  /** The parsed body of the response. */
  readonly body: unknown;
  readonly send: Ended;
}
