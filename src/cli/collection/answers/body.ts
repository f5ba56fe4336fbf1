// The body of a response over HTTP: as it came for a pipe, laid out for a reader.
import { printable } from '../../../base/printable.ts';
import type { Answer, AnswerOptions } from './contract.ts';
import { conversation } from './conversation.ts';
import { jsonForTerminal, laidOutJson } from './json-text.ts';

/** Prints events as they arrive, or the body when it is whole. */
export function body(options: AnswerOptions): Answer {
  const { print, note, isTerminal, colors } = options;
  return {
    ...conversation(options),
    end({ response }) {
      if (response === null || response.messages.length > 0 || response.body.length === 0) return;
      if (!isTerminal) print(response.body);
      else if (response.body.includes(0))
        note('The body is not text: redirect standard output to a file to have it.\n');
      else {
        const text = response.body.toString();
        const json = laidOutJson(text);
        print(`${json === null ? shownText(text) : jsonForTerminal(json, colors)}\n`);
      }
    },
  };
}

function shownText(text: string): string {
  return text.split('\n').map(printable).join('\n');
}
