// Finds the templates that a path fits. It is the only matcher of paths: mock servers, checks of requests and contract
// checks use it. Concrete paths come before templated ones, as OpenAPI asks for; the most specific one is first.
import { kindOf, segmentValues, type SegmentKind, type TemplateSegment } from './template.ts';

export interface PathMatch<T> {
  readonly entry: T;
  /** Values of the variables by name. */
  readonly values: ReadonlyMap<string, string>;
  /** The smaller one, as text, is more specific. */
  readonly rank: string;
}

interface Branch<T> {
  readonly segment: TemplateSegment;
  readonly kind: SegmentKind;
  readonly node: Node<T>;
}

interface Node<T> {
  readonly literals: Map<string, Branch<T>[]>;
  /** Segments with variables. */
  readonly others: Branch<T>[];
  readonly ends: T[];
}

/** Lower is more specific; a literal that fits only in another case comes last. */
const RANKS: Readonly<Record<SegmentKind, number>> = { literal: 0, partial: 1, variable: 2 };
const OTHER_CASE = 3;
/** The maximum number of templates that one path may fit. */
const MAX_MATCHES = 10_000;

export class PathIndex<T> {
  readonly #root: Node<T> = emptyNode();
  readonly #fold: (text: string) => string;

  /** `ignoresCase`: literals fit in any case too, and are less specific then. */
  constructor({ ignoresCase = false }: { readonly ignoresCase?: boolean } = {}) {
    this.#fold = ignoresCase ? (text) => text.toLowerCase() : (text) => text;
  }

  add(segments: readonly TemplateSegment[], entry: T): void {
    let node = this.#root;
    for (const segment of segments) node = this.#branch(node, segment);
    node.ends.push(entry);
  }

  /** Returns what fits a path of decoded segments, the most specific first; equal ones in the order of `add`. */
  find(path: readonly string[]): readonly PathMatch<T>[] {
    const found: PathMatch<T>[] = [];
    this.#collect(this.#root, path, START, found);
    return found.sort((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0));
  }

  #branch(node: Node<T>, segment: TemplateSegment): Node<T> {
    const kind = kindOf(segment);
    const text = this.#fold(segment.literals[0] ?? '');
    const siblings = kind === 'literal' ? (node.literals.get(text) ?? []) : node.others;
    if (kind === 'literal') node.literals.set(text, siblings);
    const known = siblings.find((each) => isSame(each.segment, segment));
    if (known !== undefined) return known.node;
    const branch: Branch<T> = { segment, kind, node: emptyNode() };
    siblings.push(branch);
    return branch.node;
  }

  #collect(node: Node<T>, path: readonly string[], walk: Walk, found: PathMatch<T>[]): void {
    if (found.length > MAX_MATCHES) return;
    if (walk.at === path.length) {
      const rank = String.fromCharCode(walk.sum) + walk.kinds + String.fromCharCode(0xffff - walk.chars);
      const values = new Map(walk.values);
      for (const entry of node.ends) found.push({ entry, values, rank });
      return;
    }
    const received = path[walk.at]!;
    for (const { segment, node: next } of node.literals.get(this.#fold(received)) ?? []) {
      const rank = segment.literals[0] === received ? RANKS.literal : OTHER_CASE;
      this.#collect(next, path, after(walk, segment, rank), found);
    }
    for (const { segment, kind, node: next } of node.others) {
      const given = segmentValues(segment, received, this.#fold);
      if (given === null) continue;
      const values = segment.names.map((name, index): [string, string] => [name, given[index]!]);
      this.#collect(next, path, after(walk, segment, RANKS[kind], values), found);
    }
  }
}

/** The way to a node. */
interface Walk {
  readonly at: number;
  /** A digit for each segment. */
  readonly kinds: string;
  readonly sum: number;
  /** The length of the literals around variables: more of them are more specific. */
  readonly chars: number;
  readonly values: readonly (readonly [string, string])[];
}

const START: Walk = { at: 0, kinds: '', sum: 0, chars: 0, values: [] };

function after(
  { at, kinds, sum, chars, values }: Walk,
  { literals, names }: TemplateSegment,
  rank: number,
  own: Walk['values'] = [],
): Walk {
  const length = names.length === 0 ? 0 : literals.reduce((all, literal) => all + literal.length, 0);
  return {
    at: at + 1,
    kinds: kinds + String(rank),
    sum: sum + rank,
    chars: Math.min(chars + length, 0xffff),
    values: own.length === 0 ? values : [...values, ...own],
  };
}

function emptyNode<T>(): Node<T> {
  return { literals: new Map(), others: [], ends: [] };
}

function isSame(a: TemplateSegment, b: TemplateSegment): boolean {
  const same = (one: readonly string[], other: readonly string[]): boolean =>
    one.length === other.length && one.every((text, index) => text === other[index]);
  return same(a.literals, b.literals) && same(a.names, b.names);
}
