// A reference that leads nowhere, and the part of the document that it most likely means.
import { nearest } from '../base/did-you-mean.ts';
import { isObject } from '../base/is-object.ts';

export interface TextFix {
  /** The text to replace. */
  readonly remove: string;
  readonly insert: string;
}

/** `pointer`: the place of the reference, such as `#/paths/~1a/get/$ref`. Returns null where nothing is similar. */
export function referenceFix(document: unknown, pointer: string | undefined): TextFix | null {
  const given = pointer === undefined ? undefined : valueAt(document, namesOf(pointer));
  const reference = isObject(given) ? given['$ref'] : given;
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return null;
  const names = namesOf(reference);
  const holder = valueAt(document, names.slice(0, -1));
  const similar = isObject(holder) ? nearest(names.at(-1) ?? '', Object.keys(holder)) : null;
  if (similar === null) return null;
  const base = reference.slice(0, reference.lastIndexOf('/') + 1);
  return { remove: reference, insert: `${base}${similar.replaceAll('~', '~0').replaceAll('/', '~1')}` };
}

function valueAt(document: unknown, names: readonly string[]): unknown {
  let value = document;
  for (const name of names)
    value = typeof value === 'object' && value !== null ? (Reflect.get(value, name) as unknown) : undefined;
  return value;
}

function namesOf(pointer: string): readonly string[] {
  return pointer
    .slice(2)
    .split('/')
    .filter((name) => name !== '')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}
