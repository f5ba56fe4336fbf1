// Lines that have the same form before and after the request line of a region: comments, directives, variables, and
// what is said about the response.
import { expectation } from './body-lines.ts';
import type { Line } from './line.ts';
import * as patterns from './patterns.ts';
import type { Directive, FileCommand, FileVariable } from './types.ts';

export class RegionParts {
  readonly comments: string[] = [];
  readonly directives: Directive[] = [];
  readonly variables: FileVariable[] = [];
  readonly commands: FileCommand[] = [];
  readonly asserts: string[] = [];
  #fragment: Line[] = [];

  /** Returns `result` for a line about the response, and null for one that is not taken. */
  take(line: Line, isBeforeRequest: boolean): 'part' | 'result' | null {
    const { text, number } = line;
    const [, directive, argument = ''] = patterns.DIRECTIVE.exec(text) ?? [];
    // `# @host = x` is a variable that is a comment.
    const isVariable = /^\s*(?:#+|\/\/+)\s*@(?!name\b)[\w-]+\s*:?=/i.test(text);
    if (directive !== undefined && !isVariable) {
      const name = directive.toLowerCase().replaceAll('-', '');
      this.directives.push({ name, written: directive, value: argument, line: number });
      return 'part';
    }
    const [, comment] = patterns.COMMENT.exec(text) ?? [];
    if (comment !== undefined) {
      if (isBeforeRequest && !comment.startsWith('!')) this.comments.push(comment);
      return 'part';
    }
    const [, name, value = ''] = patterns.VARIABLE.exec(text) ?? [];
    if (name === undefined) return this.takeResult(line) ? 'result' : null;
    this.variables.push({ name, value, line: number });
    return 'part';
  }

  /** Takes a line about the response. */
  takeResult({ text, number }: Line): boolean {
    const [, assertion] = patterns.ASSERT.exec(text) ?? [];
    const [, kind, expected] = patterns.EXPECTED.exec(text) ?? [];
    const [, word, value] = patterns.OUTPUT.exec(text) ?? [];
    if (assertion !== undefined) this.asserts.push(assertion);
    else if (kind !== undefined && expected !== undefined) this.asserts.push(expectation(kind, expected));
    else if (word !== undefined && value !== undefined) this.commands.push({ word, value, line: number });
    else return false;
    return true;
  }

  /** Takes the lines of a GraphQL fragment, up to its closing bracket. */
  takeFragment(line: Line): boolean {
    if (this.#fragment.length === 0 && !patterns.FRAGMENT.test(line.text)) return false;
    this.#fragment.push(line);
    if (line.text.startsWith('}')) this.endFragment();
    return true;
  }

  endFragment(): void {
    const [first] = this.#fragment;
    if (first === undefined) return;
    const value = this.#fragment.map(({ text }) => text).join('\n');
    this.commands.push({ word: 'fragment', value, line: first.number });
    this.#fragment = [];
  }
}
