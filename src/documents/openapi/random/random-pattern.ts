// Random texts that a regular expression matches. The expression is only parsed, never executed, because somebody
// else's expression could run forever.
import type { SeededRandom } from '../../../base/seeded-random.ts';
import { patternExample } from '../pattern-example.ts';
import { parsePattern, type PatternNode } from '../pattern-tree.ts';

export interface Length {
  readonly min: number;
  readonly max: number;
}

/** The maximum length of a text that is built. */
const MAX_CHARS = 10_000;
/** The number of texts that are tried until one has a length that is allowed. */
const ATTEMPTS = 24;

/** Returns null for an expression with look-around, back-references and the like, or where no length fits. */
export function randomMatch(pattern: string, random: SeededRandom, { min, max }: Length): string | null {
  const tree = parsePattern(pattern);
  if (tree === null) return fallback(pattern, { min, max });
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    // Later texts are longer where a long one is needed, and as short as they can be where none fitted.
    const wanted = min === 0 ? 0 : Math.ceil((min * (attempt + 1)) / 8);
    const spread = attempt > ATTEMPTS / 2 && min === 0 ? 0 : Math.max(3, wanted);
    const text = textOf(tree, { random, spread, chars: 0 });
    if (text !== null && text.length >= min && text.length <= max) return text;
  }
  return fallback(pattern, { min, max });
}

function fallback(pattern: string, { min, max }: Length): string | null {
  const text = patternExample(pattern, min);
  return text !== null && text.length <= max ? text : null;
}

interface Building {
  readonly random: SeededRandom;
  /** The maximum number of repetitions beyond the minimum of an endless one. */
  readonly spread: number;
  chars: number;
}

function textOf(node: PatternNode, building: Building): string | null {
  const { random, spread } = building;
  switch (node.type) {
    case 'chars': {
      building.chars += 1;
      return building.chars > MAX_CHARS ? null : randomChar(node.ranges, random);
    }
    case 'sequence': {
      const parts = node.nodes.map((each) => textOf(each, building));
      return parts.includes(null) ? null : parts.join('');
    }
    case 'choice':
      return textOf(random.pick(node.nodes), building);
    case 'repeat': {
      const count = random.integer(node.min, Math.min(node.max, node.min + spread));
      let text = '';
      for (let index = 0; index < count; index += 1) {
        const part = textOf(node.node, building);
        if (part === null) return null;
        text += part;
      }
      return text;
    }
  }
}

function randomChar(ranges: readonly (readonly [number, number])[], random: SeededRandom): string {
  const size = ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0);
  let index = random.integer(0, size - 1);
  for (const [from, to] of ranges) {
    if (index <= to - from) return String.fromCharCode(from + index);
    index -= to - from + 1;
  }
  return '';
}
