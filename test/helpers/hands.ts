// Hands on the keyboard of a page.
import type { Locator, Page } from 'playwright-core';

const nextFrames =
  'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))';

/** Presses keys, and counts them. */
export class Hands {
  keys = 0;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Presses keys one after another, each once the page has drawn what the one before did. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await this.#page.keyboard.press(key);
      await this.#page.evaluate(nextFrames);
    }
    this.keys += keys.length;
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text);
    this.keys += text.length;
  }

  /** Presses the tab key until a field has the focus. */
  async tabTo(label: string): Promise<void> {
    await this.tabToField(this.#page.getByRole('textbox', { name: label, exact: true }));
  }

  async tabToField(field: Locator): Promise<void> {
    for (let presses = 0; presses < 40; presses += 1) {
      await this.press('Tab');
      if ((await field.and(this.#page.locator(':focus')).count()) > 0) return;
    }
    throw new Error(`The tab key does not lead to ${field.toString()}`);
  }
}
