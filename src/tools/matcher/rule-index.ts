// Which of many rules may match a URL: those of its host are found by name, all others by one automaton.
import { RE2JS, RE2Set } from 're2js';
import type { CompiledRule } from './compiled-rule.ts';

/** A rule and the place that it, and its tool, have among others. */
export interface IndexedRule {
  /** Which tool it belongs to, as the caller counts them. */
  readonly step: number;
  readonly compiled: CompiledRule;
}

interface Entry extends IndexedRule {
  readonly place: number;
}

const NONE: readonly Entry[] = [];

export class RuleIndex {
  readonly #byHost = new Map<string, Entry[]>();
  readonly #always: Entry[] = [];
  readonly #others: Entry[] = [];
  readonly #set: RE2Set | null;

  constructor(rules: readonly IndexedRule[]) {
    for (const [place, rule] of rules.entries()) this.#add({ ...rule, place });
    this.#set = this.#others.length === 0 ? null : automaton(this.#others);
  }

  #add(entry: Entry): void {
    const { host, matchesAll } = entry.compiled.pattern;
    if (matchesAll) this.#always.push(entry);
    else if (host === null) this.#others.push(entry);
    else {
      const there = this.#byHost.get(host);
      if (there === undefined) this.#byHost.set(host, [entry]);
      else there.push(entry);
    }
  }

  /** Whether the host alone tells that no pattern matches. */
  isOut(host: string): boolean {
    return this.#set === null && this.#always.length === 0 && !this.#byHost.has(host);
  }

  /** Those whose pattern matches, in order. */
  candidates(host: string, url: string): readonly IndexedRule[] {
    const there = this.#byHost.get(host) ?? NONE;
    const found = this.#set?.match(url) ?? [];
    if (there.length === 0 && found.length === 0) return this.#always;
    const others = found.map((at) => this.#others[at]!);
    const tested = [...there, ...others].filter(({ compiled }) => compiled.pattern.test(url));
    return [...this.#always, ...tested].toSorted((a, b) => a.place - b.place);
  }
}

function automaton(entries: readonly Entry[]): RE2Set {
  const set = new RE2Set(RE2Set.UNANCHORED, RE2JS.DOTALL);
  for (const { compiled } of entries) set.add(compiled.pattern.source);
  set.compile();
  return set;
}
