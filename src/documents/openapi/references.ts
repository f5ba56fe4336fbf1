// `$ref`: a JSON Pointer (RFC 6901) to another place in the same document. References to other documents are never
// fetched.
import { isObject } from '../../base/is-object.ts';
import type { JsonObject } from '../json-values.ts';

/** Receives a sentence about something that was lost or guessed; `about` is given where that is a server. */
export type Warn = (sentence: string, about?: 'server') => void;

/** The maximum length of a chain of references. */
const MAX_STEPS = 100;
/** The maximum number of warnings about references. */
const MAX_WARNINGS = 5;

export class References {
  readonly #root: JsonObject;
  readonly #warn: Warn;
  readonly #targets = new Map<string, unknown>();
  /** Names of components by their schemas; null until one is looked for. */
  #components: ReadonlyMap<unknown, string> | null = null;
  #warnings = 0;

  constructor(root: JsonObject, warn: Warn) {
    this.#root = root;
    this.#warn = warn;
  }

  /** Returns the value, or the target of its reference; undefined when the reference leads nowhere. */
  resolve(value: unknown): unknown {
    let current = value;
    for (let step = 0; step < MAX_STEPS; step += 1) {
      const reference = referenceOf(current);
      if (reference === null) return current;
      current = this.#at(reference);
    }
    this.#warnBounded(`the reference ${quoteReference(referenceOf(value) ?? '')} refers to itself`);
    return undefined;
  }

  /** True for a component of this name. */
  isComponent(name: unknown): boolean {
    return typeof name === 'string' && Object.hasOwn(this.#schemas(), name);
  }

  /** Returns the name of a schema that is a component of the document; undefined for another. */
  componentName(schema: unknown): string | undefined {
    this.#components ??= new Map(Object.entries(this.#schemas()).map(([name, each]) => [each, name]));
    return this.#components.get(schema);
  }

  #schemas(): JsonObject {
    const { components, definitions } = this.#root;
    const schemas = isObject(components) ? components['schemas'] : definitions;
    return isObject(schemas) ? schemas : {};
  }

  /** Like `resolve`, but returns an empty object for anything that is not an object. */
  fields(value: unknown): JsonObject {
    const target = this.resolve(value);
    return isObject(target) ? target : {};
  }

  #at(reference: string): unknown {
    if (!this.#targets.has(reference)) this.#targets.set(reference, this.#lookup(reference));
    return this.#targets.get(reference);
  }

  #lookup(reference: string): unknown {
    const hash = reference.indexOf('#');
    const file = hash < 0 ? reference : reference.slice(0, hash);
    if (file !== '' && file !== this.#root['$self']) {
      this.#warnBounded(
        `${quoteReference(reference)} is in another document, which is not read: it was left out`,
      );
      return undefined;
    }
    const target = valueAt(this.#root, reference.slice(hash + 1));
    if (target === undefined)
      this.#warnBounded(`${quoteReference(reference)} does not exist in the document`);
    return target;
  }

  #warnBounded(sentence: string): void {
    this.#warnings += 1;
    if (this.#warnings <= MAX_WARNINGS) this.#warn(sentence);
    else if (this.#warnings === MAX_WARNINGS + 1)
      this.#warn('there are more references that cannot be resolved');
  }
}

/** Returns the reference of an object; null when it has none. */
export function referenceOf(value: unknown): string | null {
  if (!isObject(value)) return null;
  const reference = value['$ref'] ?? value['$dynamicRef'];
  return typeof reference === 'string' ? reference : null;
}

function valueAt(root: unknown, pointer: string): unknown {
  if (pointer !== '' && !pointer.startsWith('/')) return undefined;
  let value = root;
  for (const part of pointer.split('/').slice(1)) {
    const name = percentDecode(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as JsonObject)[name];
  }
  return value;
}

function percentDecode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function quoteReference(reference: string): string {
  const text = reference.toWellFormed();
  return JSON.stringify(text.length <= 100 ? text : `${text.slice(0, 100).toWellFormed()}…`);
}
