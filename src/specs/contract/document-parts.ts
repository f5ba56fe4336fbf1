// Finds parts of a document again by their identity: the names that lead from the root to an object in it.
import { isObject } from '../../base/is-object.ts';
import type { JsonObject } from '../../documents/json-values.ts';

interface Step {
  readonly holder: object;
  readonly name: string;
}

export class DocumentParts {
  readonly #root: JsonObject;
  /** By what they lead to. Of an object that stands at several places, the first counts. */
  readonly #steps = new Map<object, Step>();

  constructor(root: JsonObject) {
    this.#root = root;
    const waiting: object[] = [root];
    for (let holder = waiting.pop(); holder !== undefined; holder = waiting.pop())
      for (const [name, inner] of Object.entries(holder) as [string, unknown][]) {
        if (typeof inner !== 'object' || inner === null || this.#steps.has(inner) || inner === root) continue;
        this.#steps.set(inner, { holder, name });
        waiting.push(inner);
      }
  }

  /** Returns null where the document does not have it. */
  pathOf(from: JsonObject, names: readonly string[]): readonly string[] | null {
    const path: string[] = [...names];
    let part: object = from;
    while (part !== this.#root) {
      const step = this.#steps.get(part);
      if (step === undefined) return null;
      path.unshift(step.name);
      part = step.holder;
    }
    const holder = names
      .slice(0, -1)
      .reduce<unknown>((value, name) => (isObject(value) ? value[name] : null), from);
    return isObject(holder) ? path : null;
  }
}
