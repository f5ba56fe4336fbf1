// Reads the lines of one region of an `.http` file: what comes before a request line, headers, a body, and what follows.
import type { FileProblem, FileHeader, FileRequest, FileScript, Region } from './types.ts';
import { bodyLine, bodyParts, shown, type BodyLine } from './body-lines.ts';
import * as patterns from './patterns.ts';
import { requestLine } from './patterns.ts';
import type { Line } from './line.ts';
import { RegionParts } from './region-parts.ts';

type State = 'head' | 'url' | 'headers' | 'body' | 'after' | 'response';

type Problem = (problem: FileProblem) => void;

export class RegionReader {
  readonly #title: string;
  readonly #line: number;
  readonly #problem: Problem;
  readonly #parts = new RegionParts();
  readonly #before: FileScript[] = [];
  readonly #after: FileScript[] = [];
  readonly #headers: FileHeader[] = [];
  readonly #spreads: string[] = [];
  readonly #body: BodyLine[] = [];
  readonly #response: string[] = [];
  #curl = '';
  #request: { method: string; target: string; version: string; line: number } | null = null;
  #state: State = 'head';
  #isBroken = false;
  /** True when the body has a line that is not empty. */
  #hasText = false;
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
    const { comments, directives, variables, commands } = this.#parts;
    const parts = [comments, directives, variables, this.#before, commands];
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
    const isAfterText = this.#state === 'body' && this.#hasText;
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
    if (this.#state === 'response') {
      this.#response.push(line.raw);
      return;
    }
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
    this.#parts.endFragment();
    return {
      line: this.#line,
      title: this.#title,
      comments: this.#parts.comments,
      directives: this.#parts.directives,
      variables: this.#parts.variables,
      before: this.#before,
      after: this.#after,
      commands: this.#parts.commands,
      asserts: this.#parts.asserts,
      curl: this.#curl,
      response: this.#response.join('\n'),
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
    if (comment !== '') this.#parts.comments.push(comment);
    return true;
  }

  #takeHead(line: Line): void {
    const { text, number } = line;
    if (this.#parts.takeFragment(line)) return;
    if (text.trim() === '' || this.#takeShared(line)) return;
    const [, word, value] = patterns.COMMAND.exec(text) ?? [];
    if (word !== undefined && value !== undefined) this.#parts.commands.push({ word, value, line: number });
    else if (patterns.RESPONSE.test(text)) this.#beginResponse(text);
    else if (this.#isOption(text)) return;
    else if (patterns.OTHER_PROGRAM.test(text))
      this.#parts.commands.push({ word: 'program', value: text.trim(), line: number });
    else this.#takeRequestLine(line);
  }

  #beginResponse(text: string): void {
    this.#state = 'response';
    this.#response.push(text);
  }

  /** True for a line such as `keepCase: true` after `proto < file`. */
  #isOption(text: string): boolean {
    return this.#parts.commands.at(-1)?.word === 'proto' && /^\s*\w+\s*:(?!\/\/)/.test(text);
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

  /** Takes what has the same form before and after the request line. */
  #takeShared(line: Line): boolean {
    const taken = this.#parts.take(line, this.#request === null);
    if (taken === 'result' && this.#request !== null) this.#state = 'after';
    return taken !== null;
  }

  #takeBody(line: Line): void {
    const { text, number } = line;
    if (this.#isWholeText) {
      this.#body.push(bodyLine(line));
      return;
    }
    if (patterns.RESPONSE.test(text) && this.#isAfterGap()) {
      this.#beginResponse(text);
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
    if (this.#parts.takeResult(line)) {
      this.#state = 'after';
      return;
    }
    if (this.#state === 'after') {
      this.#problem({
        line: number,
        text: `${shown(text)} follows what belongs to the response, and was left out`,
        isBroken: false,
      });
      return;
    }
    this.#settle();
    this.#hasText = true;
    this.#body.push(bodyLine(line));
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
