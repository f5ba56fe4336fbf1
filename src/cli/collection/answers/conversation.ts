// The messages of a conversation as they come: with arrows and times for a reader, the received ones alone for a pipe.
import { printable } from '../../../base/printable.ts';
import type { Message } from '../../../requests/response.ts';
import type { Answer, AnswerOptions } from './contract.ts';

export function conversation({ print, note, isTerminal }: AnswerOptions): Answer {
  return {
    message(message) {
      const { direction, data, isText } = message;
      const text = isText ? data.toString() : data.toString('hex');
      if (isTerminal) (direction === 'sent' ? note : print)(`${headOf(message)}${lines(text)}\n`);
      else if (direction === 'sent') note(`${headOf(message)}${printable(text)}\n`);
      else print(`${text}\n`);
    },
  };
}

/** A head such as `→ 12:00:01.123 topic `. */
function headOf({ direction, name, time }: Message): string {
  const clock = new Date(time).toISOString().slice(11, 23);
  return `${direction === 'sent' ? '→' : '←'} ${clock} ${name === '' ? '' : `${printable(name)} `}`;
}

function lines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}
