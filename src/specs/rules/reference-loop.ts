// Finds references that lead only to each other and never to a value. The linter's core fails on them.
import { isObject } from '../../base/is-object.ts';
import { defineRule } from './contract.ts';

/** The maximum length of a chain of references. */
const MAX_STEPS = 100;

export const referenceLoop = defineRule({
  name: 'reference-loop',
  severity: 'error',
  comesFirst: true,
  check: (document) =>
    referenceLoops(document).map((pointer) => ({
      pointer,
      message: 'This reference leads only to other references, and back to itself; nothing else was checked.',
    })),
});

/** Returns pointers to the references of a document that lead nowhere but to references. */
function referenceLoops(document: unknown): readonly string[] {
  const loops: string[] = [];
  const waiting: (readonly [value: unknown, pointer: string])[] = [[document, '#']];
  const seen = new Set<unknown>();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [value, pointer] = next;
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    if (isLoop(document, value)) loops.push(`${pointer}/$ref`);
    for (const [name, inner] of Object.entries(value)) waiting.push([inner, `${pointer}/${escaped(name)}`]);
  }
  return loops.reverse();
}

function isLoop(document: unknown, start: object): boolean {
  let value: unknown = start;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const reference = isObject(value) ? value['$ref'] : undefined;
    if (typeof reference !== 'string' || !reference.startsWith('#')) return false;
    value = valueAt(document, reference);
  }
  return true;
}

function valueAt(document: unknown, pointer: string): unknown {
  let value = document;
  for (const name of pointer.slice(1).split('/').slice(1)) {
    const key = name.replaceAll('~1', '/').replaceAll('~0', '~');
    value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  }
  return value;
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
