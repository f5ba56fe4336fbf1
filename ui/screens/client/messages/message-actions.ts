// Actions that a request offers for a message of its connection, such as to expect it from now on.
import { createContext } from 'react';
import type { SendMessage } from '../sends/events.ts';

export interface MessageAction {
  readonly label: string;
  /** Returns false for a message that it is not for. */
  readonly isFor: (message: SendMessage) => boolean;
  readonly run: (message: SendMessage) => void;
}

export const MessageActions = createContext<readonly MessageAction[]>([]);
