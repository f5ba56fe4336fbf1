// The rules of each tool that match one exchange. They are found when the tool's turn comes, because tools before it
// may have changed the request. Conditions on the response are decided when the response is known.
import type { Flow } from '../../flow/flow.ts';
import type { BufferBody } from '../../proxy/hooks.ts';
import type { Match } from '../rules/rule.ts';
import type {
  CompiledRule,
  Decision,
  IndexedRule,
  ResponseSubject,
  Subject,
} from '../rules/matcher/index.ts';
import type { CompiledPipeline } from './compiled-pipeline.ts';
import { addMatchedRule } from './record-match.ts';

const NO_MATCHES: readonly Match[] = [];

export class ExchangeMatches {
  readonly #pipeline: CompiledPipeline;
  readonly #flow: Flow;
  /** By step, once they are known. */
  readonly #matches: (readonly Match[] | undefined)[] = [];
  /** The rules of all steps whose pattern matches `#url`. */
  #candidates: readonly IndexedRule[];
  #url: string;
  /** Matches that depend on the response, until it is known; null without any. */
  #awaiting: Map<Match, CompiledRule> | null = null;

  constructor(pipeline: CompiledPipeline, flow: Flow, url: string, candidates: readonly IndexedRule[]) {
    this.#pipeline = pipeline;
    this.#flow = flow;
    this.#url = url;
    this.#candidates = candidates;
  }

  /** The URL that was matched last. */
  get url(): string {
    return this.#url;
  }

  /** True when some rules wait for the response. */
  get awaitResponse(): boolean {
    return this.#awaiting !== null;
  }

  /** Returns the matches of a step that are known so far. */
  of(step: number): readonly Match[] {
    return this.#matches[step] ?? NO_MATCHES;
  }

  /** Returns the matches of a step that do not depend on the response. */
  settledOf(step: number): readonly Match[] {
    const awaiting = this.#awaiting;
    return awaiting === null ? this.of(step) : this.of(step).filter((match) => !awaiting.has(match));
  }

  /** True when some matches of a step depend on the response, which is not known yet. */
  isAwaiting(step: number): boolean {
    return this.of(step).some((match) => this.#awaiting?.has(match) === true);
  }

  /** Finds the matches of a step before its turn, when that needs no waiting; false otherwise. */
  findEarly(step: number, subject: Subject): boolean {
    const rules = this.#candidates.filter((rule) => rule.step === step);
    if (!rules.every(({ compiled }) => compiled.canDecideNow(subject))) return false;
    const matches = this.#search(step, subject);
    if (matches instanceof Promise) return false;
    this.#matches[step] = matches;
    return true;
  }

  /** Finds the matches of a step; undefined when that needed no waiting. */
  find(step: number, subject: Subject): Promise<void> | undefined {
    if (this.#matches[step] !== undefined) return undefined;
    const matches = this.#search(step, subject);
    if (matches instanceof Promise)
      return matches.then((found) => {
        this.#matches[step] = found;
      });
    this.#matches[step] = matches;
    return undefined;
  }

  #search(step: number, subject: Subject): readonly Match[] | Promise<readonly Match[]> {
    const { url } = subject;
    if (url !== this.#url) {
      this.#candidates = this.#pipeline.index.candidates(subject.target.host, url);
      this.#url = url;
    }
    const rules = this.#candidates.filter((rule) => rule.step === step);
    return rules.length === 0 ? NO_MATCHES : this.#decideFrom(0, step, rules, subject, []);
  }

  #decideFrom(
    from: number,
    step: number,
    rules: readonly IndexedRule[],
    subject: Subject,
    matches: Match[],
  ): readonly Match[] | Promise<readonly Match[]> {
    const isFirst = this.#pipeline.steps[step]!.tool.matching === 'first';
    for (let index = from; index < rules.length; index += 1) {
      const rule = rules[index]!.compiled;
      const decision = rule.evaluate(subject);
      if (decision instanceof Promise)
        return decision.then((later) => {
          this.#add(step, rule, later, matches);
          const isOver = isFirst && matches.length > 0;
          return isOver ? matches : this.#decideFrom(index + 1, step, rules, subject, matches);
        });
      this.#add(step, rule, decision, matches);
      if (isFirst && matches.length > 0) return matches;
    }
    return matches;
  }

  #add(step: number, compiled: CompiledRule, decision: Decision, matches: Match[]): void {
    if (decision === 'yes') {
      const match = compiled.match(this.#url);
      if (compiled.awaitsResponse) (this.#awaiting ??= new Map()).set(match, compiled);
      matches.push(match);
    } else if (decision !== 'no') this.#noteUndecided(step, compiled.rule, decision);
  }

  /** Decides the matches that depend on the response, and returns all that remain. */
  async settle(step: number, response: ResponseSubject, body: BufferBody): Promise<readonly Match[]> {
    const remaining: Match[] = [];
    for (const match of this.of(step)) {
      const compiled = this.#awaiting?.get(match);
      const decision = compiled === undefined ? 'yes' : await compiled.decideResponse(response, body);
      if (decision === 'yes') remaining.push(match);
      else if (decision !== 'no') this.#noteUndecided(step, match.rule, decision);
      this.#awaiting?.delete(match);
    }
    this.#matches[step] = remaining;
    return remaining;
  }

  #noteUndecided(step: number, rule: Match['rule'], reason: string): void {
    addMatchedRule(this.#flow, this.#pipeline.steps[step]!.tool, rule, reason);
  }
}
