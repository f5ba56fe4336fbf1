// Random numbers that are the same for the same seed, on every machine. They are not for secrets.

export class SeededRandom {
  #state: number;

  constructor(seed: string) {
    this.#state = hashOf(seed);
  }

  /** Returns a number from 0 up to, but not including, 1. */
  next(): number {
    // A counter that is scrambled: multiplications and shifts spread each bit over all others.
    this.#state = (this.#state + 0x9e3779b9) | 0;
    let bits = this.#state;
    bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
    bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
    return ((bits ^ (bits >>> 15)) >>> 0) / 2 ** 32;
  }

  /** Returns an integer from `min` to `max`, both included. */
  integer(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly [T, ...T[]] | readonly T[]): T {
    return list[this.integer(0, list.length - 1)]!;
  }

  /** Returns the list in another order. */
  shuffled<T>(list: readonly T[]): readonly T[] {
    const result = [...list];
    for (let index = result.length - 1; index > 0; index -= 1) {
      const other = this.integer(0, index);
      [result[index], result[other]] = [result[other]!, result[index]!];
    }
    return result;
  }
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}
