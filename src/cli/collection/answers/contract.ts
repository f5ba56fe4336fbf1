// The contract of what `send` prints of a response: while it arrives, and at its end.
import type { Message } from '../../../requests/response.ts';
import type { RequestRun } from '../../../runs/runner/events.ts';

export interface AnswerOptions {
  /** Prints what belongs to the answer itself, which may be piped. */
  readonly print: (text: string | Buffer) => void;
  /** Prints what is said about it. */
  readonly note: (text: string) => void;
  /** True where a person reads the answer on a terminal. */
  readonly isTerminal: boolean;
  readonly colors: boolean;
}

export interface Answer {
  /** Called with each message of a stream or a conversation. */
  readonly message?: (message: Message) => void;
  readonly end?: (run: RequestRun) => void;
}
