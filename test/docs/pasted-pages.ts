// The blocks of a page that a reader pastes into a shell, with the output that the page shows.
import { readFileSync } from 'node:fs';

export interface Block {
  readonly script: string;
  /** The output that the page shows below it; null where it shows none. */
  readonly output: string | null;
}

/** `name`: path below docs/. */
export function pageText(name: string): string {
  return readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');
}

/** Returns the blocks for a shell; a block without a language right behind one is its output. */
export function blocksOf(page: string): readonly Block[] {
  const fence = /^```sh\n(.*?)^```\n(?:\n```\n(.*?)^```$)?/gms;
  return [...page.matchAll(fence)].map(([, script = '', output]) => ({ script, output: output ?? null }));
}
