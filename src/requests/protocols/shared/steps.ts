// The steps of a conversation that a request describes: send, expect, wait and close.
import { isDeepStrictEqual } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from '../../../base/errors.ts';
import { isObject } from '../../../base/is-object.ts';
import type { ConversationStep } from '../../../collections/model/protocol-fields.ts';
import type { Conversation } from './conversation.ts';
import type { Message } from '../../response.ts';

const EXPECT_MS = 5000;

export interface Peer {
  send(data: Buffer | string): Promise<void>;
  /** Ends the connection from this side. */
  close(step: ConversationStep): void;
}

/** Performs the steps in order, then listens. Rejects with an Error when an expected message does not arrive. */
export async function takeSteps(
  steps: readonly ConversationStep[],
  listenMs: number,
  conversation: Conversation,
  peer: Peer,
): Promise<void> {
  /** The number of messages that earlier steps have consumed. */
  let seen = 0;
  for (const [index, step] of steps.entries()) {
    switch (step.action) {
      case 'send':
        if (conversation.isEnded)
          throw new UserError(
            'INVALID_DATA',
            `step ${index + 1} could not be sent: the server has closed the connection`,
          );
        await conversation.unlessStopped(peer.send(dataOf(step)));
        break;
      case 'expect':
        seen = await expected(step, seen, conversation);
        break;
      case 'wait':
        await conversation.unlessStopped(delay(step.ms));
        break;
      case 'close':
        peer.close(step);
        await conversation.listen(EXPECT_MS);
        return;
    }
  }
  await conversation.stay(listenMs);
}

/** Returns the bytes or the text of a step. Throws an Error when the text is invalid in its format. */
export function dataOf({ kind, text }: Pick<ConversationStep, 'kind' | 'text'>): Buffer | string {
  switch (kind) {
    case 'text':
    case 'json':
      return text;
    case 'hex': {
      const digits = text.replace(/[\s:]/g, '');
      if (!/^(?:[\da-f]{2})*$/i.test(digits))
        throw new UserError(
          'INVALID_DATA',
          `the message ${shown(text)} is not hexadecimal: give pairs of digits, such as 0d 0a`,
        );
      return Buffer.from(digits, 'hex');
    }
    case 'base64':
      if (!/^[\w+/\s-]*=*\s*$/.test(text))
        throw new UserError('INVALID_DATA', `the message ${shown(text)} is not base64`);
      return Buffer.from(text, 'base64');
  }
}

async function expected(step: ConversationStep, seen: number, conversation: Conversation): Promise<number> {
  const matches = matcherOf(step);
  let at = seen;
  const isFound = (): boolean => {
    const { messages } = conversation;
    for (; at < messages.length; at += 1) if (matches(messages[at]!)) return true;
    return false;
  };
  const ms = step.ms === 0 ? EXPECT_MS : step.ms;
  await conversation.listen(ms, isFound);
  if (isFound()) return at + 1;
  const what = step.text === '' ? 'a message' : `a message with ${shown(step.text)}`;
  const why = conversation.isEnded ? 'before the server closed the connection' : `within ${ms} ms`;
  throw new UserError('INVALID_DATA', `${what} was expected, and none arrived ${why}`);
}

/** A text matches when it is contained, JSON when all of its properties are there, bytes when they are equal. */
function matcherOf(step: ConversationStep): (message: Message) => boolean {
  const data = dataOf(step);
  const isReceived = ({ direction, name }: Message): boolean =>
    direction === 'received' && (step.name === '' || name === '' || name === step.name);
  if (typeof data !== 'string') return (message) => isReceived(message) && message.data.equals(data);
  if (step.kind === 'text' || data === '')
    return (message) => isReceived(message) && message.data.toString().includes(data);
  const wanted = parsed(data);
  if (wanted === undefined)
    throw new UserError('INVALID_DATA', `the expected message ${shown(data)} is not valid JSON`);
  return (message) => isReceived(message) && isPartOf(wanted, parsed(message.data.toString()));
}

function isPartOf(wanted: unknown, actual: unknown): boolean {
  if (!isObject(wanted) || !isObject(actual)) return isDeepStrictEqual(wanted, actual);
  return Object.entries(wanted).every(([key, value]) => isPartOf(value, actual[key]));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function shown(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}
