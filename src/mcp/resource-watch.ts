// Notifies subscribers of changed resources. While there are subscribers, it polls the proxy every two seconds.
import { createHash } from 'node:crypto';
import type { ToolContext } from './tools/contract.ts';
import { readerOf } from './resources/index.ts';

const EVERY_MS = 2000;

export class ResourceWatch {
  readonly #context: ToolContext;
  readonly #changed: (uri: string) => void;
  /** The state of each watched resource; empty until it was first read. */
  readonly #states = new Map<string, string>();
  #timer: NodeJS.Timeout | null = null;

  constructor(context: ToolContext, changed: (uri: string) => void) {
    this.#context = context;
    this.#changed = changed;
  }

  add(uri: string): void {
    if (!this.#states.has(uri)) this.#states.set(uri, '');
    this.#timer ??= setTimeout(() => void this.#look(), 0).unref();
  }

  remove(uri: string): void {
    this.#states.delete(uri);
  }

  close(): void {
    this.#states.clear();
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  async #look(): Promise<void> {
    for (const [uri, before] of this.#states) {
      const now = await this.#stateOf(uri);
      if (!this.#states.has(uri)) continue;
      this.#states.set(uri, now);
      if (before !== '' && before !== now) this.#changed(uri);
    }
    this.#timer = this.#states.size === 0 ? null : setTimeout(() => void this.#look(), EVERY_MS).unref();
  }

  async #stateOf(uri: string): Promise<string> {
    try {
      const found = await readerOf(uri)?.(this.#context);
      return createHash('sha256')
        .update(JSON.stringify(found?.value ?? null))
        .digest('base64');
    } catch {
      return 'cannot be read';
    }
  }
}
