// The shortest text that a regular expression of a schema matches, made longer where a schema asks for that. The
// expression is only parsed, never executed, because somebody else's expression could run forever.
import { parsePattern, type PatternNode, type Ranges } from './pattern-tree.ts';

/** The maximum length of a text, beyond what its schema asks for. */
const MAX_CHARS = 200;
const LETTER = 'a'.charCodeAt(0);

/** Returns null for an expression with look-around, back-references and the like, or where the text would be long. */
export function patternExample(pattern: string, minLength: number): string | null {
  const tree = parsePattern(pattern);
  if (tree === null) return null;
  const maxChars = MAX_CHARS + minLength;
  const shortest = textOf(tree, { missing: 0, maxChars });
  if (shortest === null || shortest.length >= minLength) return shortest;
  return textOf(tree, { missing: minLength - shortest.length, maxChars });
}

interface Building {
  /** Characters that repetitions still have to add. */
  missing: number;
  readonly maxChars: number;
}

function textOf(node: PatternNode, building: Building): string | null {
  switch (node.type) {
    case 'chars':
      return charOf(node.ranges);
    case 'sequence': {
      let text = '';
      for (const each of node.nodes) {
        const part = textOf(each, building);
        if (part === null || text.length + part.length > building.maxChars) return null;
        text += part;
      }
      return text;
    }
    case 'choice':
      return textOf(node.nodes[0]!, building);
    case 'repeat':
      return repeated(node, building);
  }
}

function repeated(
  { node, min, max }: PatternNode & { readonly type: 'repeat' },
  building: Building,
): string | null {
  const before = building.missing;
  // What stands there several times grows by being repeated, not by each of its copies.
  const text = textOf(node, min === 1 || max === 1 ? building : { ...building, missing: 0 });
  if (text === null || text === '') return text;
  // One that need not be there stands there once where it has grown.
  const once = min === 0 && building.missing < before ? 1 : 0;
  const more = Math.min(max - min, once + Math.ceil(building.missing / text.length));
  building.missing -= (more - once) * text.length;
  return text.length * (min + more) > building.maxChars ? null : text.repeat(min + more);
}

function charOf(ranges: Ranges): string {
  const hasLetter = ranges.some(([from, to]) => from <= LETTER && to >= LETTER);
  return String.fromCharCode(hasLetter ? LETTER : ranges[0]![0]);
}
