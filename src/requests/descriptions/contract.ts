// The contract of a description: what a server offers, asked for by requests that are made from the one on the screen.
import type { SavedRequest } from '../../collections/model/request.ts';
import type { ReceivedResponse } from '../response.ts';
import type { ServerDescription } from './shapes.ts';

/** The response to a question, or the reason why there is none. */
export type Answer =
  | { readonly response: ReceivedResponse; readonly error: null }
  | { readonly response: null; readonly error: string };

export interface Describer {
  /** Returns requests to the same server with the same headers, authorization and variables. */
  questions(request: SavedRequest): readonly SavedRequest[];
  /** Reads the answers, in the order of the questions. Throws a UserError when they describe nothing. */
  read(answers: readonly Answer[], request: SavedRequest): ServerDescription;
}
