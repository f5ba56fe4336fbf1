// `$ref`: a JSON Pointer (RFC 6901) to another place of the same document. What it names elsewhere is never fetched.
import { isFields, type Fields } from '../json-values.ts';

/** Takes a sentence on what was lost or guessed. */
export type Tell = (sentence: string) => void;

/** From one to the next. */
const MAX_STEPS = 100;
/** Sentences on references; of more only the first ones are told. */
const MAX_TOLD = 5;

export class References {
  readonly #root: Fields;
  readonly #tell: Tell;
  readonly #found = new Map<string, unknown>();
  #told = 0;

  constructor(root: Fields, tell: Tell) {
    this.#root = root;
    this.#tell = tell;
  }

  /** What `value` stands for: itself, or what it refers to. Undefined where that is nowhere in the document. */
  followed(value: unknown): unknown {
    let current = value;
    for (let step = 0; step < MAX_STEPS; step += 1) {
      const reference = referenceOf(current);
      if (reference === null) return current;
      current = this.#at(reference);
    }
    this.#warn(`the reference ${shown(referenceOf(value) ?? '')} leads back to itself`);
    return undefined;
  }

  /** The same, as an object: one without fields where it is none. */
  fields(value: unknown): Fields {
    const found = this.followed(value);
    return isFields(found) ? found : {};
  }

  #at(reference: string): unknown {
    if (!this.#found.has(reference)) this.#found.set(reference, this.#lookup(reference));
    return this.#found.get(reference);
  }

  #lookup(reference: string): unknown {
    const hash = reference.indexOf('#');
    const file = hash < 0 ? reference : reference.slice(0, hash);
    if (file !== '' && file !== this.#root['$self']) {
      this.#warn(`${shown(reference)} is in another document, which is not read: what it names was left out`);
      return undefined;
    }
    const found = valueAt(this.#root, reference.slice(hash + 1));
    if (found === undefined) this.#warn(`${shown(reference)} names nothing in the document`);
    return found;
  }

  #warn(sentence: string): void {
    this.#told += 1;
    if (this.#told <= MAX_TOLD) this.#tell(sentence);
    else if (this.#told === MAX_TOLD + 1) this.#tell('there are more references that lead nowhere');
  }
}

/** Of an object that refers to another; null of all else. */
export function referenceOf(value: unknown): string | null {
  if (!isFields(value)) return null;
  const reference = value['$ref'] ?? value['$dynamicRef'];
  return typeof reference === 'string' ? reference : null;
}

function valueAt(root: unknown, pointer: string): unknown {
  if (pointer !== '' && !pointer.startsWith('/')) return undefined;
  let value = root;
  for (const part of pointer.split('/').slice(1)) {
    const name = decoded(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Fields)[name];
  }
  return value;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function shown(reference: string): string {
  const text = reference.toWellFormed();
  return JSON.stringify(text.length <= 100 ? text : `${text.slice(0, 100).toWellFormed()}…`);
}
