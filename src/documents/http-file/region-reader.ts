// Reads the lines of one region of an `.http` file: what comes before a request line, headers, a body, and what follows.
import type {
  Directive,
  FileCommand,
  FileProblem,
  FileHeader,
  FileRequest,
  FileScript,
  FileVariable,
  Region,
} from './types.ts';
import { bodyLine, bodyParts, expectation, shown, type BodyLine } from './body-lines.ts';
import * as patterns from './patterns.ts';
import { requestLine } from './patterns.ts';

type State = 'head' | 'url' | 'headers' | 'body' | 'after' | 'response';

/** A line with its number. */
export interface Line {
  readonly text: string;
  readonly number: number;
}

type Problem = (problem: FileProblem) => void;

export class RegionReader {
  readonly #title: string;
  readonly #line: number;
  readonly #problem: Problem;
  readonly #comments: string[] = [];
  readonly #directives: Directive[] = [];
  readonly #variables: FileVariable[] = [];
  readonly #before: FileScript[] = [];
  readonly #after: FileScript[] = [];
  readonly #commands: FileCommand[] = [];
  readonly #asserts: string[] = [];
  readonly #headers: FileHeader[] = [];
  readonly #spreads: string[] = [];
  readonly #body: BodyLine[] = [];
  #curl = '';
  #request: { method: string; target: string; version: string; line: number } | null = null;
  #state: State = 'head';
  #isBroken = false;
  /** True within `/* … *\/`. */
  #isCommented = false;
  /** Comments and variables since the last line of the body, which belong to the next request if one follows. */
  #pending: Line[] = [];

  constructor(line: number, title: string, problem: Problem) {
    this.#line = line;
    this.#title = title;
    this.#problem = problem;
  }

  get isEmpty(): boolean {
    const parts = [this.#comments, this.#directives, this.#variables, this.#before, this.#commands];
    return (
      this.#title === '' &&
      this.#request === null &&
      this.#curl === '' &&
      parts.every((part) => part.length === 0)
    );
  }

  /** True when the line begins another request, before which there is a separator or none. */
  endsAt(line: string): boolean {
    if (this.#request === null || this.#state === 'head') return false;
    if (this.#isWholeText && this.#state === 'body') return false;
    const written = this.#body.filter((part) => part !== '' && typeof part === 'string');
    const isAfterText = this.#state === 'body' && written.length > 0;
    if (isAfterText && this.#body.at(-1) !== '' && this.#pending.length === 0) return false;
    return patterns.beginsRequest(line, isAfterText);
  }

  /** Returns the lines that belong to the request that follows. */
  takePending(): readonly Line[] {
    const pending = this.#pending;
    this.#pending = [];
    return pending;
  }

  take(line: Line): void {
    if (this.#state === 'response') return;
    if (this.#takeBlockComment(line.text)) return;
    if (this.#state === 'head') this.#takeHead(line);
    else if (this.#state === 'url' || this.#state === 'headers') this.#takeHeader(line);
    else this.#takeBody(line);
  }

  script(script: FileScript, isBefore: boolean): void {
    this.#settle();
    if (isBefore || this.#state === 'head') this.#before.push(script);
    else {
      this.#after.push(script);
      this.#state = 'after';
    }
  }

  /** True where a line such as `{{` begins a script. */
  get takesScripts(): boolean {
    return this.#state !== 'response' && !this.#isCommented;
  }

  curl(text: string): void {
    this.#curl = text;
  }

  get takesCurl(): boolean {
    return this.#state === 'head' && this.#curl === '';
  }

  region(): Region {
    this.#settle();
    return {
      line: this.#line,
      title: this.#title,
      comments: this.#comments,
      directives: this.#directives,
      variables: this.#variables,
      before: this.#before,
      after: this.#after,
      commands: this.#commands,
      asserts: this.#asserts,
      curl: this.#curl,
      request: this.#request === null ? null : this.#requestOf(this.#request),
    };
  }

  #requestOf(head: Omit<FileRequest, 'headers' | 'spreads' | 'body'>): FileRequest {
    return { ...head, headers: this.#headers, spreads: this.#spreads, body: bodyParts(this.#body) };
  }

  #takeBlockComment(text: string): boolean {
    if (this.#state === 'body' || this.#state === 'after') return false;
    if (!this.#isCommented && !/^\s*\/\*/.test(text)) return false;
    this.#isCommented = !text.includes('*/');
    const comment = text.replace(/^\s*\/?\*+\/?|\*\/\s*$/g, '').trim();
    if (comment !== '') this.#comments.push(comment);
    return true;
  }

  #takeHead(line: Line): void {
    const { text, number } = line;
    if (this.#takeFragment(text)) return;
    if (text.trim() === '' || this.#takeShared(line)) return;
    const [, word, value] = patterns.COMMAND.exec(text) ?? [];
    if (word !== undefined && value !== undefined) this.#commands.push({ word, value, line: number });
    else if (patterns.RESPONSE.test(text)) this.#state = 'response';
    else if (this.#isOption(text)) return;
    else if (patterns.OTHER_PROGRAM.test(text))
      this.#commands.push({ word: 'program', value: text.trim(), line: number });
    else this.#takeRequestLine(line);
  }

  /** Takes the lines of a GraphQL fragment, up to its closing bracket. */
  #takeFragment(text: string): boolean {
    const last = this.#commands.at(-1);
    if (last?.word === 'fragment' && !/^\}/m.test(last.value)) {
      this.#commands[this.#commands.length - 1] = { ...last, value: `${last.value}\n${text}` };
      return true;
    }
    if (!patterns.FRAGMENT.test(text)) return false;
    this.#commands.push({ word: 'fragment', value: text, line: this.#line });
    return true;
  }

  /** True for a line such as `keepCase: true` after `proto < file`. */
  #isOption(text: string): boolean {
    return this.#commands.at(-1)?.word === 'proto' && /^\s*\w+\s*:(?!\/\/)/.test(text);
  }

  #takeRequestLine({ text, number }: Line): void {
    const found = requestLine(text);
    if (found === null) {
      // One sentence for all lines of such a region.
      if (!this.#isBroken)
        this.#problem({ line: number, text: `${shown(text)} is not a request line`, isBroken: true });
      this.#isBroken = true;
      return;
    }
    this.#request = { ...found, line: number };
    this.#state = 'url';
  }

  #takeHeader(line: Line): void {
    const { text } = line;
    if (text.trim() === '') {
      this.#state = 'body';
      return;
    }
    if (this.#request !== null && this.#state === 'url' && this.#continuesUrl(text)) {
      this.#request.target += text.trim();
      return;
    }
    if (this.#takeDisabledHeader(text) || this.#takeShared(line) || this.#takeSpread(text)) return;
    const [, name, value] = patterns.HEADER.exec(text) ?? [];
    const last = this.#headers.at(-1);
    if (name !== undefined && value !== undefined) {
      this.#headers.push({ name, value, enabled: true });
      this.#state = 'headers';
    } else if (/^\s/.test(text) && last?.enabled === true)
      this.#headers[this.#headers.length - 1] = { ...last, value: `${last.value} ${text.trim()}` };
    else {
      this.#state = 'body';
      this.#takeBody(line);
    }
  }

  #continuesUrl(text: string): boolean {
    if (patterns.ASSERT.test(text)) return false;
    if (patterns.URL_LINE.test(text) && !/^\s+(?:\/\/|#\s)/.test(text)) return true;
    return patterns.QUERY_LINE.test(text);
  }

  #takeSpread(text: string): boolean {
    const [, template, plain] = patterns.SPREAD.exec(text) ?? [];
    const spread = template ?? plain;
    if (spread !== undefined) this.#spreads.push(spread.trim());
    return spread !== undefined;
  }

  #takeDisabledHeader(text: string): boolean {
    const [, name, value] = patterns.DISABLED_HEADER.exec(text) ?? [];
    if (name === undefined || value === undefined) return false;
    this.#headers.push({ name, value, enabled: false });
    return true;
  }

  /** Takes comments, directives and variables, and whatever has the same form before and after the request line. */
  #takeShared({ text, number }: Line): boolean {
    const [, directive, argument = ''] = patterns.DIRECTIVE.exec(text) ?? [];
    const [, name, value = ''] = patterns.VARIABLE.exec(text) ?? [];
    const [, comment] = patterns.COMMENT.exec(text) ?? [];
    if (directive !== undefined)
      this.#directives.push({
        name: directive.toLowerCase().replaceAll('-', ''),
        written: directive,
        value: argument,
        line: number,
      });
    else if (comment !== undefined) this.#takeComment(comment);
    else if (name !== undefined) this.#variables.push({ name, value, line: number });
    else return this.#takeResult(text, number);
    return true;
  }

  #takeComment(comment: string): void {
    if (this.#request === null && !comment.startsWith('!')) this.#comments.push(comment.trimEnd());
  }

  /** Takes what says something about the response. */
  #takeResult(text: string, number: number): boolean {
    const [, assertion] = patterns.ASSERT.exec(text) ?? [];
    const [, kind, expected] = patterns.EXPECTED.exec(text) ?? [];
    const [, word, value] = patterns.OUTPUT.exec(text) ?? [];
    if (assertion !== undefined) this.#asserts.push(assertion);
    else if (kind !== undefined && expected !== undefined) this.#asserts.push(expectation(kind, expected));
    else if (word !== undefined && value !== undefined) this.#commands.push({ word, value, line: number });
    else return false;
    if (this.#request !== null) this.#state = 'after';
    return true;
  }

  #takeBody(line: Line): void {
    const { text, number } = line;
    if (this.#isWholeText) {
      this.#body.push(bodyLine(text));
      return;
    }
    if (patterns.RESPONSE.test(text) && this.#isAfterGap()) {
      this.#state = 'response';
      return;
    }
    if (text.trim() === '') {
      this.#settleUnless(line);
      return;
    }
    if (this.#isPending(text)) {
      this.#pending.push(line);
      return;
    }
    if (this.#takeResult(text, number)) return;
    if (this.#state === 'after') {
      this.#problem({
        line: number,
        text: `${shown(text)} follows what belongs to the response, and was left out`,
        isBroken: false,
      });
      return;
    }
    this.#settle();
    this.#body.push(bodyLine(text));
  }

  #isAfterGap(): boolean {
    return this.#body.length === 0 || this.#body.at(-1) === '' || this.#pending.length > 0;
  }

  #settleUnless(line: Line): void {
    if (this.#pending.length > 0) this.#pending.push(line);
    else if (this.#state === 'body') this.#body.push('');
  }

  /** True for comments, and for variables after an empty line. */
  #isPending(text: string): boolean {
    if (patterns.VARIABLE.test(text)) return text.startsWith('@') && this.#isAfterGap();
    return /^(?:#|\/\/)/.test(text) && !this.#keepsComments;
  }

  /** Takes lines that belong to this request after all. */
  #settle(): void {
    for (const line of this.takePending())
      if (line.text.trim() !== '') this.#takeShared(line);
      else if (this.#state === 'body') this.#body.push('');
  }

  get #keepsComments(): boolean {
    return patterns.COMMENTS_KEPT.test(this.#contentType);
  }

  /** True for a batch of requests, which is one body. */
  get #isWholeText(): boolean {
    return /multipart\/mixed/i.test(this.#contentType);
  }

  get #contentType(): string {
    return (
      this.#headers.find(({ name, enabled }) => enabled && name.toLowerCase() === 'content-type')?.value ?? ''
    );
  }
}
