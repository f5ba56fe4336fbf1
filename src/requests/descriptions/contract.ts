// The contract of a description: what a server offers, asked for by requests that are made from the one on the screen,
// or heard over a connection.
import type { SavedRequest } from '../../collections/model/request.ts';
import type { Message, ReceivedResponse } from '../response.ts';
import type { ServerDescription } from './shapes.ts';

/** The response to a question, or the reason why there is none. */
export type Answer =
  | { readonly response: ReceivedResponse; readonly error: null }
  | { readonly response: null; readonly error: string };

export type Describer = AskingDescriber | ListeningDescriber;

export interface AskingDescriber {
  readonly type: 'asks';
  /** Returns requests to the same server with the same headers, authorization and variables. */
  questions(request: SavedRequest): readonly SavedRequest[];
  /** Reads the answers, in the order of the questions. Throws a UserError when they describe nothing. */
  read(answers: readonly Answer[], request: SavedRequest): ServerDescription;
}

export interface ListeningDescriber {
  readonly type: 'listens';
  /** Returns the request that connects to the same server, and hears everything there. */
  subscription(request: SavedRequest): SavedRequest;
  listener(): Listener;
}

export interface Listener {
  hear(message: Message): void;
  counts(): Heard;
  description(): ServerDescription;
}

/** The numbers of what was heard so far. */
export interface Heard {
  readonly topics: number;
  readonly messages: number;
}
