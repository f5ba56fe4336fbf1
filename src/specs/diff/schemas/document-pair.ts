// The two versions that are compared: which parts of them are equal, and what of them cannot be compared.
import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../../base/is-object.ts';
import type { JsonObject } from '../../../documents/json-values.ts';
import { ApiDocument } from '../../../documents/openapi/document.ts';
import { referenceOf } from '../../../documents/openapi/references.ts';
import { EffectiveSchemas } from './effective.ts';

/** More are not listed. */
const MAX_NOTES = 50;
const REFERENCE = /"\$(?:ref|dynamicRef)":("(?:[^"\\]|\\.)*")/g;

export class DocumentPair {
  readonly old: ApiDocument;
  readonly young: ApiDocument;
  readonly oldSchemas: EffectiveSchemas;
  readonly youngSchemas: EffectiveSchemas;
  readonly #unchanged: ReadonlySet<string>;
  readonly #notes = new Set<string>();
  /** The operation that is compared. */
  operation = '';

  /** The least notice of an end that clients are to have; 0 for none. */
  readonly deprecationDays: number;

  constructor(before: JsonObject, after: JsonObject, deprecationDays: number) {
    this.deprecationDays = deprecationDays;
    this.old = this.#document(before, 'old');
    this.young = this.#document(after, 'new');
    this.oldSchemas = new EffectiveSchemas(this.old.references);
    this.youngSchemas = new EffectiveSchemas(this.young.references);
    this.#unchanged = unchangedParts(before, after);
  }

  /** Servers are compared as they are written, whatever is wrong with them. */
  #document(root: JsonObject, version: 'old' | 'new'): ApiDocument {
    return new ApiDocument(root, (sentence, about) => {
      if (about !== 'server') this.note(`the ${version} version: ${sentence}`);
    });
  }

  /** Remembers what could not be compared. */
  note(sentence: string): void {
    if (this.#notes.size < MAX_NOTES) this.#notes.add(sentence);
    else this.#notes.add('and more');
  }

  noteHere(sentence: string): void {
    this.note(`${this.operation}: ${sentence}`);
  }

  get notCompared(): readonly string[] {
    return [...this.#notes];
  }

  /** True for two references to a part that is equal in both versions, with all to which it refers. */
  areSameReference(before: unknown, after: unknown): boolean {
    const reference = referenceOf(before);
    if (reference === null || reference !== referenceOf(after) || !this.#unchanged.has(reference))
      return false;
    return Object.keys(before as object).length === 1 && Object.keys(after as object).length === 1;
  }

  /** True for values that are equal in both versions, with all to which they refer. */
  areSame(before: unknown, after: unknown): boolean {
    const text = jsonOf(before);
    if (text === null || !areEqual(before, after, text)) return false;
    return referencesIn(text).every((each) => this.#unchanged.has(each));
  }
}

/** Returns the references to parts that are equal in both versions, and refer only to such parts. */
function unchangedParts(before: JsonObject, after: JsonObject): ReadonlySet<string> {
  const [old, young] = [sharedParts(before), sharedParts(after)];
  const referring = new Map<string, string[]>();
  const unchanged = new Set<string>();
  const waiting: string[] = [];
  for (const [name, value] of old) {
    const text = young.has(name) ? jsonOf(value) : null;
    if (text === null || !areEqual(value, young.get(name), text)) {
      waiting.push(name);
      continue;
    }
    unchanged.add(name);
    for (const each of referencesIn(text)) {
      if (!old.has(each)) waiting.push(name);
      const list = referring.get(each) ?? [];
      referring.set(each, list);
      list.push(name);
    }
  }
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    unchanged.delete(name);
    waiting.push(...(referring.get(name) ?? []));
    referring.delete(name);
  }
  return unchanged;
}

/** Returns what other parts refer to, by reference. */
function sharedParts(root: JsonObject): ReadonlyMap<string, unknown> {
  const parts = new Map<string, unknown>();
  const add = (prefix: string, section: unknown): void => {
    for (const [name, value] of Object.entries(isObject(section) ? section : {}))
      parts.set(`${prefix}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, value);
  };
  const { components } = root;
  for (const [name, section] of Object.entries(isObject(components) ? components : {}))
    add(`#/components/${name}`, section);
  for (const name of ['definitions', 'parameters', 'responses']) add(`#/${name}`, root[name]);
  return parts;
}

function referencesIn(text: string): readonly string[] {
  return [...text.matchAll(REFERENCE)].map(([, quoted]) => JSON.parse(quoted!) as string);
}

/** Compares texts first, which is fast; `text` is that of the first value. The order of keys does not count. */
function areEqual(before: unknown, after: unknown, text: string): boolean {
  const other = jsonOf(after);
  return other !== null && (text === other || isDeepStrictEqual(before, after));
}

/** Returns null for what is too deep. */
function jsonOf(value: unknown): string | null {
  try {
    return value === undefined ? '' : JSON.stringify(value);
  } catch {
    return null;
  }
}
