// Names of files and folders made of the names that people give: safe on every system, and told apart on each of them.

const MAX_BYTES = 80;
/** Devices of Windows, with any extension. */
const RESERVED = /^(?:con|prn|aux|nul|(?:com|lpt)[\d¹²³])(?:\.|$)/;
/** How files of a workspace end: a folder called `x.request.yaml` would lie where the request `x` does. */
const ENDINGS = /(?:\.(?:request|link|ya?ml))+$/;

/** Letters and digits of any script, dots, hyphens and underscores, in lower case. */
export function slugOf(name: string): string {
  const plain = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}._-]+/gu, '-')
    .replace(/-{2,}/g, '-');
  const trimmed = truncate(plain.replace(/^[.-]+/, ''))
    .replace(/[.-]+$/, '')
    .replace(ENDINGS, (ending) => ending.replaceAll('.', '-'));
  if (trimmed === '') return 'untitled';
  return RESERVED.test(trimmed) ? `_${trimmed}` : trimmed;
}

/** `slug`, or with the first number behind it that `isTaken` does not know. */
export function uniqueSlug(slug: string, isTaken: (slug: string) => boolean): string {
  if (!isTaken(slug)) return slug;
  let number = 2;
  while (isTaken(`${slug}-${number}`)) number += 1;
  return `${slug}-${number}`;
}

/** Gives out names of one folder, no two alike; `taken`: those that are there already. */
export class UniqueSlugs {
  readonly #taken: Set<string>;
  /** Where the search goes on for a slug that was given out before. */
  readonly #next = new Map<string, number>();

  constructor(taken: Iterable<string>) {
    this.#taken = new Set([...taken].map(comparableName));
  }

  take(slug: string): string {
    let number = this.#next.get(comparableName(slug)) ?? 1;
    let free = number === 1 ? slug : `${slug}-${number}`;
    while (this.#taken.has(comparableName(free))) {
      number += 1;
      free = `${slug}-${number}`;
    }
    this.#next.set(comparableName(slug), number + 1);
    this.#taken.add(comparableName(free));
    return free;
  }
}

/** What is one name on a system that tells neither case nor composition apart. */
export function comparableName(slug: string): string {
  return slug.normalize('NFC').toLowerCase();
}

function truncate(text: string): string {
  let bytes = 0;
  let kept = '';
  for (const char of text) {
    bytes += Buffer.byteLength(char);
    if (bytes > MAX_BYTES) return kept;
    kept += char;
  }
  return kept;
}
