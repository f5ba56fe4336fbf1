// The headers of a command, from `--header` and from options such as `--user-agent`. A `--header` takes precedence.
import { lastOf } from './last-option.ts';
import type { Option } from './options.ts';
import { shorten, type Warn } from './placeholders.ts';

type Header = readonly [name: string, value: string];

/** Headers that describe the length of the body, which is computed again. */
const OF_BODY = /^(?:content-length|transfer-encoding)$/i;

export class HeaderCollector {
  readonly #headers: Header[] = [];
  /** Names of headers that must not be sent, in lower case. */
  readonly #removed = new Set<string>();

  constructor(options: readonly Option[], warn: Warn) {
    for (const { name, value } of options) if (name === 'header') this.#cookieOptions(value, warn);
    this.#addUnless('User-Agent', lastOf(options, 'user-agent'));
    this.#addUnless('Referer', lastOf(options, 'referer')?.replace(/;auto$/, '') ?? null);
    this.#addUnless('Cookie', cookiesOf(options, warn));
    const range = lastOf(options, 'range');
    this.#addUnless('Range', range === null ? null : `bytes=${range.includes('-') ? range : `${range}-`}`);
  }

  get all(): readonly Header[] {
    return this.#headers;
  }

  has(name: string): boolean {
    return this.#headers.some(([other]) => other.toLowerCase() === name);
  }

  add(name: string, value: string): void {
    this.#headers.push([name, value]);
  }

  /** Adds the content type that curl sends by default for data options. */
  sayType(options: readonly Option[]): void {
    if (options.some(({ name }) => name === 'json')) {
      this.#addUnless('Content-Type', 'application/json');
      this.#addUnless('Accept', 'application/json');
    } else if (options.some(({ name }) => name.startsWith('data')))
      this.#addUnless('Content-Type', 'application/x-www-form-urlencoded');
  }

  /** Removes the content type, whose boundary belongs to another body. */
  dropType(warn: Warn): void {
    const at = this.#headers.findIndex(([name]) => name.toLowerCase() === 'content-type');
    if (at < 0) return;
    const [[, value]] = this.#headers.splice(at, 1) as [Header];
    if (!/^multipart\/form-data\b/i.test(value))
      warn(`the form is sent as multipart/form-data, not as ${shorten(value)}`);
  }

  #cookieOptions(header: string, warn: Warn): void {
    if (header.startsWith('@')) {
      warn(`the headers in the file ${shorten(header.slice(1))} are not read`);
      return;
    }
    const at = header.search(/[:;]/);
    const name = header.slice(0, Math.max(at, 0)).trim();
    const value = header.slice(at + 1).trim();
    if (name === '' || (header[at] === ';' && value !== ''))
      warn(`the header ${shorten(header)} has no colon after its name: it was left out`);
    else if (header[at] === ':' && value === '') this.#remove(name, warn);
    else if (!OF_BODY.test(name)) this.add(name, value);
  }

  #remove(name: string, warn: Warn): void {
    this.#removed.add(name.toLowerCase());
    warn(`${shorten(name)} is removed by the command, but may be sent by the request`);
  }

  /** Adds a header unless it is there; the empty value of an option means that the header is not sent. */
  #addUnless(name: string, value: string | null): void {
    const isGiven = this.has(name.toLowerCase()) || this.#removed.has(name.toLowerCase());
    if (value !== null && value !== '' && !isGiven) this.add(name, value);
  }
}

/** Joins the cookies; a value without `=` is the name of a file. */
function cookiesOf(options: readonly Option[], warn: Warn): string | null {
  const cookieOptions = options.filter(({ name }) => name === 'cookie').map(({ value }) => value);
  for (const file of cookieOptions.filter((value) => !value.includes('=') && value !== ''))
    warn(`the cookies in the file ${shorten(file)} are not read`);
  const cookies = cookieOptions.filter((value) => value.includes('='));
  return cookies.length === 0 ? null : cookies.map((cookie) => trimEnd(cookie)).join('; ');
}

/** Removes semicolons and blanks from the end. */
function trimEnd(cookie: string): string {
  let end = cookie.length;
  while (end > 0 && /[;\s]/.test(cookie[end - 1] ?? '')) end -= 1;
  return cookie.slice(0, end);
}
