// A rule compiled for matching. Cheap conditions are checked first; the rule waits for the app and the body only when
// all others hold.
import type { Match, Rule } from '../rule.ts';
import { compilePattern, type Pattern, type PatternText } from '../patterns/pattern.ts';
import { siteText } from '../patterns/url.ts';
import { bodyResults, type BodyContext } from './body-results.ts';
import { compileConditions, type Criterion, type Need } from './criteria.ts';
import { MatchCounter } from './match-counter.ts';
import { compileResponseConditions, type ResponseSubject } from './response-criteria.ts';
import type { Subject } from './subject.ts';

/** The reason why a rule cannot be decided: the body that its conditions need is too large, or takes too long. */
export type Undecided = 'body too large' | 'the conditions on the body took too long';
export type Decision = 'yes' | 'no' | Undecided;

const NO_BODY = Buffer.alloc(0);
const TOO_SLOW = 'the conditions on the body took too long';

export class CompiledRule {
  readonly rule: Rule;
  readonly pattern: Pattern;
  /** The pattern, for messages. */
  readonly #matchOn: string;
  readonly #methods: ReadonlySet<string> | null;
  readonly #probability: number;
  /** Null for a rule that applies at each match. */
  readonly #counter: MatchCounter | null;
  /** Conditions on the response; null without any. */
  readonly #response: readonly Criterion<ResponseSubject>[] | null;
  readonly #needsApp: boolean;
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
    this.#counter = MatchCounter.of(conditions);
    this.#response =
      conditions.response === undefined ? null : compileResponseConditions(conditions.response);
    this.#criteria = compileConditions(conditions);
    this.#needsApp = this.#criteria.some(({ needs, needsApp }) => needs === 'app' || needsApp === true);
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

  /** True when the rule matches only with a certain response, see `decideResponse`. */
  get awaitsResponse(): boolean {
    return this.#response !== null;
  }

  /** Returns true when `evaluate` need not wait for the app or the body. */
  canDecideNow(subject: Subject): boolean {
    return this.#body.length === 0 && (!this.#needsApp || subject.client.isIdentified);
  }

  /** Decides whether the rule matches. The caller has already tested the pattern. */
  evaluate(subject: Subject): Decision | Promise<Decision> {
    if (!this.mayMatch(subject)) return 'no';
    if (!this.canDecideNow(subject)) return this.#decideLater(subject);
    return decisionOf(allHold(this.#app, subject, NO_BODY) && this.#isTurn());
  }

  async #decideLater(subject: Subject): Promise<Decision> {
    if (this.#needsApp) await subject.client.identified;
    if (!allHold(this.#app, subject, NO_BODY)) return 'no';
    if (this.#body.length === 0) return decisionOf(this.#isTurn());
    const body = await subject.body();
    if (body === null) return 'body too large';
    const results = await bodyResults(
      this.#body,
      { type: 'request', conditions: this.rule.conditions, subject },
      body,
    );
    if (results === null) return TOO_SLOW;
    return decisionOf(results.every(Boolean) && this.#isTurn());
  }

  /** Decides whether a rule that matches the request also matches the response. `body` returns null for one that is not buffered. */
  decideResponse(
    response: ResponseSubject,
    body: () => Promise<Buffer | null>,
  ): Decision | Promise<Decision> {
    const criteria = this.#response ?? [];
    const head = criteria.filter(({ needs }) => needs === 'head');
    if (!head.every((each) => each.holds(response, NO_BODY))) return 'no';
    if (head.length === criteria.length) return decisionOf(this.#isCounted());
    return this.#decideResponseBody(response, body);
  }

  async #decideResponseBody(
    response: ResponseSubject,
    read: () => Promise<Buffer | null>,
  ): Promise<Decision> {
    const body = await read();
    if (body === null) return 'body too large';
    const criteria = (this.#response ?? []).filter(({ needs }) => needs === 'body');
    const conditions = this.rule.conditions.response!;
    const results = await bodyResults(criteria, { type: 'response', conditions, subject: response }, body);
    return results === null ? TOO_SLOW : decisionOf(results.every(Boolean) && this.#isCounted());
  }

  /** Returns true when the rule matches a tunnel, whose bytes pass unread: no condition may need a request. */
  matchesTunnel(subject: Subject): boolean {
    if (this.#methods !== null && !this.#methods.has('CONNECT')) return false;
    if (!this.pattern.covers(siteText(subject.target))) return false;
    const isKnown = this.#criteria.every(
      ({ needs, needsHead }) => (needs === 'site' || needs === 'app') && needsHead !== true,
    );
    if (!isKnown || this.#response !== null) return false;
    return allHold(this.#criteria, subject, NO_BODY) && this.#isTurn();
  }

  /** Returns true when the pattern names the host, and only the path or query differ. */
  isNear({ target }: Subject): boolean {
    return this.pattern.host === target.host;
  }

  /**
   * Describes the conditions that do not hold, as sentences; empty when the rule matches. Ignores `probability`, `first`
   * and `every`. `response`: null without one.
   */
  async unmetConditions(
    subject: Subject,
    response: (ResponseSubject & Pick<Subject, 'body'>) | null = null,
  ): Promise<readonly string[]> {
    const { method, url } = subject;
    const isUrl = this.pattern.test(url);
    const unmet = isUrl ? [] : [`the ${this.#matchOn} does not match ${url}`];
    if (this.#methods !== null && !this.#methods.has(method))
      unmet.push(`the method is ${method}, not ${[...this.#methods].join(' or ')}`);
    const context = { type: 'request', conditions: this.rule.conditions, subject } as const;
    unmet.push(...(await unmetOf(this.#criteria, context)));
    if (this.#response === null) return unmet;
    if (response === null) return [...unmet, 'there is no response'];
    const conditions = this.rule.conditions.response!;
    return [
      ...unmet,
      ...(await unmetOf(this.#response, { type: 'response', conditions, subject: response })),
    ];
  }

  /** Draws, and counts the match; a rule with conditions on the response is counted when these hold. */
  #isTurn(): boolean {
    return this.#passesProbability() && (this.#response !== null || this.#isCounted());
  }

  #isCounted(): boolean {
    return this.#counter === null || this.#counter.isTurn();
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

/** Describes the criteria that do not hold. */
async function unmetOf<S>(
  criteria: readonly Criterion<S>[],
  context: BodyContext<S & Pick<Subject, 'body'>>,
): Promise<readonly string[]> {
  const { subject } = context;
  const unmet = criteria
    .filter((each) => each.needs !== 'body' && !each.holds(subject, NO_BODY))
    .map(({ description }) => `does not hold: ${description}`);
  const onBody = criteria.filter(({ needs }) => needs === 'body');
  if (onBody.length === 0) return unmet;
  const body = await subject.body();
  const results = body === null ? null : await bodyResults(onBody, context, body);
  const notes = onBody.map(({ description }, at) => {
    if (results !== null) return results[at] === true ? null : `does not hold: ${description}`;
    return `${description}: the body ${body === null ? 'was not captured in full' : 'takes too long to examine'}`;
  });
  return [...unmet, ...notes.filter((note) => note !== null)];
}

function allHold(criteria: readonly Criterion[], subject: Subject, body: Buffer): boolean {
  return criteria.every((each) => each.holds(subject, body));
}

function decisionOf(holds: boolean): Decision {
  return holds ? 'yes' : 'no';
}
