// An index of rules by URL: rules for a host are found by its name, and many rules together are tested by one
// automaton.
import { RE2JS, RE2Set } from 're2js';
import type { CompiledRule } from './compiled-rule.ts';

export interface IndexedRule {
  /** Index of the tool in the caller's list. */
  readonly step: number;
  readonly compiled: CompiledRule;
}

/** A rule with its place among all rules. */
interface Entry extends IndexedRule {
  readonly order: number;
}

const NONE: readonly Entry[] = [];

export class RuleIndex {
  readonly #byHost = new Map<string, Bucket>();
  readonly #always: Entry[] = [];
  /** Rules whose pattern does not name one host. */
  readonly #others = new Bucket();

  constructor(rules: readonly IndexedRule[]) {
    for (const [order, rule] of rules.entries()) this.#add({ ...rule, order });
  }

  #add(entry: Entry): void {
    const { host, matchesAll } = entry.compiled.pattern;
    if (matchesAll) this.#always.push(entry);
    else if (host === null) this.#others.add(entry);
    else {
      const bucket = this.#byHost.get(host) ?? new Bucket();
      bucket.add(entry);
      this.#byHost.set(host, bucket);
    }
  }

  /** Returns true when no pattern can match this host. */
  excludesHost(host: string): boolean {
    return this.#others.isEmpty && this.#always.length === 0 && !this.#byHost.has(host);
  }

  /** Returns the rules whose pattern matches, in order. */
  candidates(host: string, url: string): readonly IndexedRule[] {
    const there = this.#byHost.get(host)?.matching(url) ?? NONE;
    const others = this.#others.matching(url);
    if (there.length === 0 && others.length === 0) return this.#always;
    return [...this.#always, ...there, ...others].toSorted((a, b) => a.order - b.order);
  }
}

/** Up to this many rules are tested one by one, which is as fast. */
const MAX_TESTED_SINGLY = 3;

class Bucket {
  readonly #entries: Entry[] = [];
  /** Built at first use: most hosts are never requested. */
  #automaton: RE2Set | null = null;

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  add(entry: Entry): void {
    this.#entries.push(entry);
  }

  matching(url: string): readonly Entry[] {
    const entries = this.#entries;
    if (entries.length === 0) return NONE;
    if (entries.length <= MAX_TESTED_SINGLY)
      return entries.filter(({ compiled }) => compiled.pattern.test(url));
    const found = (this.#automaton ??= automatonOf(entries)).match(url);
    return found.length === 0
      ? NONE
      : found.map((at) => entries[at]!).filter(({ compiled }) => compiled.pattern.test(url));
  }
}

function automatonOf(entries: readonly Entry[]): RE2Set {
  const set = new RE2Set(RE2Set.UNANCHORED, RE2JS.DOTALL);
  for (const { compiled } of entries) set.add(compiled.pattern.source);
  set.compile();
  return set;
}
