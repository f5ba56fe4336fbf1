// File and folder names derived from the names of objects: valid and distinct on every system.

const MAX_BYTES = 80;
/** Device names of Windows, with any extension. */
const RESERVED = /^(?:con|prn|aux|nul|(?:com|lpt)[\d¹²³])(?:\.|$)/;
/** Extensions of workspace files, since a folder called `x.request.yaml` would conflict with the request `x`. */
const ENDINGS = /(?:\.(?:request|link|ya?ml))+$/;

/** Returns the name in lower case, reduced to letters and digits of any script, dots, hyphens and underscores. */
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

/** Returns `slug` if it is free, else the first numbered slug for which `isTaken` is false. */
export function uniqueSlug(slug: string, isTaken: (slug: string) => boolean): string {
  if (!isTaken(slug)) return slug;
  let number = 2;
  while (isTaken(`${slug}-${number}`)) number += 1;
  return `${slug}-${number}`;
}

/** Assigns unique names in one folder; `taken` are those that exist. */
export class UniqueSlugs {
  readonly #taken: Set<string>;
  /** The number from which the search continues for a slug. */
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

/** Returns the name as compared by file systems that ignore case and Unicode composition. */
export function comparableName(slug: string): string {
  return slug.normalize('NFC').toLowerCase();
}

function truncate(text: string): string {
  let bytes = 0;
  let truncated = '';
  for (const char of text) {
    bytes += Buffer.byteLength(char);
    if (bytes > MAX_BYTES) return truncated;
    truncated += char;
  }
  return truncated;
}
