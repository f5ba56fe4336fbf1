// The redactor: it learns the secrets of messages, and replaces them wherever they occur. Exports, recordings, reports
// and displayed URLs use it.
import { NAMED_KINDS } from '../forms/index.ts';
import { KnownSecrets } from './known-secrets.ts';
import { urlSpans } from '../url-spans.ts';
import { messageSpans, spansOfValues, type InspectedMessage, type MessageSpans } from '../message.ts';
import { isRandom } from '../values/plausible.ts';
import { replaceSpans, sameLength, secretSpans, separateSpans, type Span } from '../spans.ts';

export class Redactor {
  readonly #known = new KnownSecrets();

  /** True when there were more secrets than are remembered; further ones are replaced only where they are found. */
  get isFull(): boolean {
    return this.#known.isFull;
  }

  /** Remembers a value that is known to be a secret. */
  know(value: string): void {
    this.#known.add(value);
  }

  /** Finds the secrets of a message and remembers them; the result may be handed to `redact`. */
  learn(message: InspectedMessage): MessageSpans {
    const spans = messageSpans(message);
    this.#remember(message.path, spans.path);
    for (const [at, { name, value }] of message.headers.entries()) {
      this.#remember(value, spans.headers[at] ?? []);
      if (/authorization$/i.test(name)) this.#rememberBasic(value);
    }
    this.#remember(message.body, spans.body);
    return spans;
  }

  /**
   * Returns the message with every secret replaced and its structure unchanged. `isBinary`: the body keeps its length,
   * because lengths are part of binary formats.
   */
  redact<M extends InspectedMessage>(message: M, isBinary = false, spans = this.learn(message)): M {
    const { path, headers, body, values } = message;
    const inBody = this.#withKnown(body, spans.body, values);
    return {
      ...message,
      path: replaceSpans(path, this.#withKnown(path, spans.path)),
      headers: headers.map(({ name, value }, at) => ({
        name,
        value: replaceSpans(value, this.#withKnown(value, spans.headers[at] ?? [])),
      })),
      body: replaceSpans(body, isBinary ? inBody.map(sameLength) : inBody),
    };
  }

  /** Returns a text of any format without its secrets and those that are known. */
  text(text: string): string {
    return replaceSpans(text, this.#textSpans(text));
  }

  /** Returns bytes, each as a character, without secrets and of the same length. */
  binary(bytes: string): string {
    return replaceSpans(bytes, this.#textSpans(bytes).map(sameLength));
  }

  /** Returns a URL, or a path with a query, without its secrets and those that are known. */
  url(url: string): string {
    return replaceSpans(url, this.#withKnown(url, urlSpans(url, { isPlain: false, isCode: false })));
  }

  #textSpans(text: string): readonly Span[] {
    const spans = secretSpans(text, { isPlain: false, isCode: false });
    this.#remember(text, spans);
    return this.#withKnown(text, spans);
  }

  #withKnown(
    text: string,
    spans: readonly Span[],
    values: InspectedMessage['values'] = null,
  ): readonly Span[] {
    const find = (value: string): readonly Span[] => this.#known.spans(value);
    const known = values === null ? find(text) : spansOfValues(text, values, find);
    return known.length === 0 ? spans : separateSpans(text, [...spans, ...known]);
  }

  #remember(text: string, spans: readonly Span[]): void {
    for (const { start, end, kind, name } of spans) {
      const value = text.slice(start, end);
      // Cookies such as `theme=dark` hold words that others use too.
      if (name !== null && kind === NAMED_KINDS.cookie && !isRandom(value, 16)) continue;
      this.#known.add(value);
    }
  }

  /** Remembers the password of basic credentials (RFC 7617). */
  #rememberBasic(value: string): void {
    const coded = /^basic\s+([A-Za-z0-9+/=_-]{4,1000})$/i.exec(value)?.[1];
    const password =
      coded === undefined ? undefined : /:(.+)$/s.exec(Buffer.from(coded, 'base64').toString())?.[1];
    if (password !== undefined) this.#known.add(password);
  }
}
