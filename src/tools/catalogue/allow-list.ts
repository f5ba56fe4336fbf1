// Allow List: limits the proxy to traffic that a rule matches. The rest passes unseen, or is blocked.
import type { z } from 'zod';
import type { InterceptedExchange, RequestVerdict } from '../../proxy/hooks.ts';
import type { Match, Rule } from '../rules/rule.ts';
import { defineTool, type RecordMatch, type RunningTool, type TunnelDecision } from '../contract.ts';
import { compilePattern, type Pattern } from '../rules/patterns/pattern.ts';
import { siteText } from '../rules/patterns/url.ts';
import { oneOf, textResponse } from '../rules/fields.ts';

const fields = {
  unmatched: oneOf(['ignore', 'block'])
    .default('ignore')
    .describe(
      'Traffic that no rule matches: `ignore` passes it neither decrypted nor recorded, `block` refuses it',
    ),
} as const;

type AllowRule = Rule & Readonly<z.output<z.ZodObject<typeof fields>>>;

export const allowList = defineTool({
  name: 'allowList',
  title: 'Allow List',
  summary: 'Limits the proxy to traffic that a rule matches; the rest passes unseen, or is refused.',
  order: { request: 10, tunnel: 10 },
  fields,
  matching: 'first',
  start: () => new AllowList(),
});

const REASON = 'It is not on the Allow List.';

class AllowList implements RunningTool<AllowRule> {
  #patterns: readonly Pattern[] = [];
  /** The first rule that blocks unmatched traffic; null when none does. */
  #blocking: AllowRule | null = null;

  update(rules: readonly AllowRule[]): void {
    this.#patterns = rules.map(compilePattern);
    this.#blocking = rules.find(({ unmatched }) => unmatched === 'block') ?? null;
  }

  /** True when there are rules: without any, the list would block everything, so it has no effect. */
  get interceptsAll(): boolean {
    return this.#patterns.length > 0;
  }

  records(matches: readonly Match<AllowRule>[]): boolean {
    return matches.length > 0 || this.#blocking !== null;
  }

  request(
    _: InterceptedExchange,
    matches: readonly Match<AllowRule>[],
    recordMatch: RecordMatch,
  ): RequestVerdict | undefined {
    if (matches.length > 0) return undefined;
    if (this.#blocking === null) return { type: 'forward' };
    recordMatch(this.#blocking, 'not on the list');
    return { type: 'respond', response: textResponse(403, `This request was refused. ${REASON}\n`) };
  }

  tunnel(decision: TunnelDecision, matches: readonly Match<AllowRule>[], recordMatch: RecordMatch): void {
    if (matches.length > 0) return;
    if (this.#blocking === null) {
      decision.recorded = false;
      decision.bypassed = true;
      return;
    }
    recordMatch(this.#blocking, 'not on the list');
    decision.verdict = { type: 'refuse', status: 403, reason: REASON };
  }

  /** Allows decryption where the client will be refused, so that the response can say why. */
  mayDecrypt(host: string, port: number): boolean {
    if (this.#blocking !== null) return true;
    const site = siteText({ scheme: 'https', host, port });
    return this.#patterns.some((pattern) => pattern.reaches(site));
  }
}
