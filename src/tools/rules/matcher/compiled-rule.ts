// A rule compiled for matching. Cheap conditions are checked first; the app and the body are waited for only when all
// others hold.
import type { Match } from '../../contract.ts';
import { compilePattern, type Pattern, type PatternText } from '../patterns/pattern.ts';
import { siteText } from '../patterns/url.ts';
import type { Rule } from '../rule.ts';
import { compileConditions, type Criterion, type Need } from './criteria.ts';
import type { Subject } from './subject.ts';

/** `too large`: the result depends on a body that is too large to be buffered. */
export type Decision = 'yes' | 'no' | 'too large';

const NO_BODY = Buffer.alloc(0);

export class CompiledRule {
  readonly rule: Rule;
  readonly pattern: Pattern;
  /** The pattern, for messages. */
  readonly #matchOn: string;
  readonly #methods: ReadonlySet<string> | null;
  readonly #probability: number;
  readonly #criteria: readonly Criterion[];
  readonly #head: readonly Criterion[];
  readonly #app: readonly Criterion[];
  readonly #body: readonly Criterion[];

  constructor(rule: Rule, matchOn: PatternText) {
    const { methods, conditions } = rule;
    this.rule = rule;
    this.pattern = compilePattern(matchOn);
    this.#matchOn = `${matchOn.patternType === 'host' ? 'host' : 'pattern'} ${matchOn.pattern}`;
    this.#methods = methods.length === 0 ? null : new Set(methods);
    this.#probability = conditions.probability ?? 1;
    this.#criteria = compileConditions(conditions);
    const needing = (...needs: readonly Need[]) =>
      this.#criteria.filter((each) => needs.includes(each.needs));
    this.#head = needing('site', 'head');
    this.#app = needing('app');
    this.#body = needing('body');
  }

  match(url: string): Match {
    return new PatternMatch(this.rule, this.pattern, url);
  }

  /** Returns true when the head of the request allows a match. The caller has tested the pattern. */
  mayMatch(subject: Subject): boolean {
    if (this.#methods !== null && !this.#methods.has(subject.method)) return false;
    return this.#head.length === 0 || allHold(this.#head, subject, NO_BODY);
  }

  /** Returns true when `decide` need not wait for the app or the body. */
  canDecideNow(subject: Subject): boolean {
    return this.#body.length === 0 && (this.#app.length === 0 || subject.client.isIdentified);
  }

  /** Decides whether the rule matches. The caller has tested the pattern. */
  decide(subject: Subject): Decision | Promise<Decision> {
    if (!this.mayMatch(subject)) return 'no';
    if (!this.canDecideNow(subject)) return this.#decideLater(subject);
    return decisionOf(allHold(this.#app, subject, NO_BODY) && this.#passesProbability());
  }

  async #decideLater(subject: Subject): Promise<Decision> {
    if (this.#app.length > 0) await subject.client.identified;
    if (!allHold(this.#app, subject, NO_BODY) || !this.#passesProbability()) return 'no';
    if (this.#body.length === 0) return 'yes';
    const body = await subject.body();
    return body === null ? 'too large' : decisionOf(allHold(this.#body, subject, body));
  }

  /** Returns true when the rule matches a tunnel, whose bytes pass unread: no condition may need a request. */
  matchesTunnel(subject: Subject): boolean {
    if (this.#methods !== null && !this.#methods.has('CONNECT')) return false;
    if (!this.pattern.covers(siteText(subject.target))) return false;
    const isKnown = this.#criteria.every(({ needs }) => needs === 'site' || needs === 'app');
    return isKnown && allHold(this.#criteria, subject, NO_BODY) && this.#passesProbability();
  }

  /** Returns true when the pattern names the host, and only the path or query differ. */
  isNear({ target }: Subject): boolean {
    return this.pattern.host === target.host;
  }

  /** Describes the conditions that do not hold, as sentences; empty when the rule matches. Ignores `probability`. */
  async unmetConditions(subject: Subject): Promise<readonly string[]> {
    const { method, url } = subject;
    const isUrl = this.pattern.test(url);
    const unmet = isUrl ? [] : [`the ${this.#matchOn} does not match ${url}`];
    if (this.#methods !== null && !this.#methods.has(method))
      unmet.push(`the method is ${method}, not ${[...this.#methods].join(' or ')}`);
    const body = this.#body.length === 0 ? NO_BODY : await subject.body();
    for (const each of this.#criteria) {
      if (each.needs === 'body' && body === null)
        unmet.push(`${each.description}: the body was not captured in full`);
      else if (!each.holds(subject, body ?? NO_BODY)) unmet.push(`does not hold: ${each.description}`);
    }
    return unmet;
  }

  #passesProbability(): boolean {
    return this.#probability === 1 || Math.random() < this.#probability;
  }
}

class PatternMatch implements Match {
  readonly rule: Rule;
  readonly #pattern: Pattern;
  readonly #url: string;
  #captures: readonly string[] | null = null;

  constructor(rule: Rule, pattern: Pattern, url: string) {
    this.rule = rule;
    this.#pattern = pattern;
    this.#url = url;
  }

  /** Computed on demand: most tools never need the captures, and finding them takes ten times as long as matching. */
  get captures(): readonly string[] {
    return (this.#captures ??= this.#pattern.captures(this.#url));
  }
}

function allHold(criteria: readonly Criterion[], subject: Subject, body: Buffer): boolean {
  return criteria.every((each) => each.holds(subject, body));
}

function decisionOf(holds: boolean): Decision {
  return holds ? 'yes' : 'no';
}
