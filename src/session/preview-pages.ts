// Pages that a window looks at before they are published. A browser opens them by an address that cannot be guessed.

/** Pages that are kept; the oldest are forgotten. */
const MAX_PAGES = 10;

export class PreviewPages {
  readonly #pages = new Map<string, string>();

  /** Keeps a page; returns its id. */
  add(html: string): string {
    const id = crypto.randomUUID();
    this.#pages.set(id, html);
    const [oldest] = this.#pages.keys();
    if (this.#pages.size > MAX_PAGES && oldest !== undefined) this.#pages.delete(oldest);
    return id;
  }

  /** Returns the HTML of a page; null for one that was forgotten. */
  find(id: string): string | null {
    return this.#pages.get(id) ?? null;
  }
}
