// Parts of the page that are closed at first: fields of bodies, and examples. In a large page each is there once,
// compressed, and is shown where it is opened.
import { gzipSync } from 'node:zlib';

/** Characters of a page from which on closed parts are packed. */
const LARGE = 2_000_000;
/** The marker of a part until the page is complete; no text of a page has these characters. */
const OPEN = '\uE000';
const CLOSE = '\uE001';
const MARKER = /\uE000(\d+)\uE001/g;

export class Parts {
  readonly #html: string[] = [];
  readonly #numbers = new Map<string, number>();

  /** Returns an element that is closed at first. `attributes` and `summary` are HTML. */
  details(attributes: string, summary: string, content: string): string {
    const number = this.#numbers.get(content) ?? this.#html.push(content) - 1;
    this.#numbers.set(content, number);
    return `<details${attributes}><summary>${summary}</summary>${OPEN}${number}${CLOSE}</details>`;
  }

  /** Returns the page with its parts, and elements with those that its script puts in. */
  complete(page: string): { readonly main: string; readonly data: string } {
    const size =
      page.length + sum([...page.matchAll(MARKER)].map(([, at]) => this.#html[Number(at)]!.length));
    if (size <= LARGE) return { main: this.#within(page), data: '' };
    const packed = gzipSync(JSON.stringify(this.#html.map((each) => this.#within(each)))).toString('base64');
    return {
      main: page.replaceAll(MARKER, (_, number: string) => `<div data-part="${number}"></div>`),
      data: `<script type="text/plain" id="parts">${packed}</script>`,
    };
  }

  /** Parts may contain parts. */
  #within(html: string): string {
    return html.replaceAll(MARKER, (_, number: string) => this.#within(this.#html[Number(number)]!));
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
