// The messages that each tab has sent, which are brought back to be sent again.
import { tabs } from '../model/tabs.ts';

const MAX_MESSAGES = 50;

interface Sent {
  /** The oldest first, each once. */
  messages: readonly object[];
  /** The one that is brought back; the number of messages for none. */
  at: number;
}

const sentBy = new Map<string, Sent>();

/** Notes a message as it was typed. */
export function noteSent(tab: string, message: object): void {
  const text = JSON.stringify(message);
  const others = (sentBy.get(tab)?.messages ?? []).filter((each) => JSON.stringify(each) !== text);
  const messages = [...others, message].slice(-MAX_MESSAGES);
  sentBy.set(tab, { messages, at: messages.length });
}

/** Returns the message before the one that was brought back last, or after it; null where there is none. */
export function earlierSent(tab: string, step: 1 | -1): object | null {
  const sent = sentBy.get(tab);
  const message = sent?.messages[sent.at + step];
  if (sent === undefined || message === undefined) return null;
  sent.at += step;
  return message;
}

tabs.subscribe(() => {
  const open = new Set(tabs.get().list.map(({ key }) => key));
  for (const tab of sentBy.keys()) if (!open.has(tab)) sentBy.delete(tab);
});
