// Alerts: notifies the user of exchanges that ended in a certain way.
import { z } from 'zod';
import { messageOf } from '../../../base/errors.ts';
import { FLOW_COLORS } from '../../../flow/colors.ts';
import type { Flow } from '../../../flow/flow.ts';
import { flowSummary } from '../../../flow/summary.ts';
import type { Match, Rule } from '../../rules/rule.ts';
import { defineTool, type RecordMatch, type RunningTool, type ToolServices } from '../../contract.ts';
import type { RuleIssue } from '../../rules/rule-kind.ts';
import { effectiveWhen, number, oneOf, text } from '../../rules/fields.ts';
import { postJson } from './webhook.ts';
import { alertReason, whenField } from './condition.ts';

const CHANNELS = 'a list of "log", "desktop", "webhook"';
const HOOK_URL = 'an http or https URL, to which the alert is posted';
const A_DAY = 86_400;

const fields = {
  when: whenField.prefault({}).describe('Conditions, of which one is enough; none for every exchange'),
  notify: z
    .array(oneOf(['log', 'desktop', 'webhook']), CHANNELS)
    .default(['log'])
    .describe('Channels of the notices'),
  webhookURL: effectiveWhen(text.default('').describe('URL to which channel webhook posts JSON'), {
    notify: ['webhook'],
  }),
  color: oneOf(['none', ...FLOW_COLORS])
    .default('none')
    .describe('Color to mark the request with'),
  throttleSeconds: number(0, A_DAY, 'seconds')
    .default(10)
    .describe('Least time between two notices of the rule'),
} as const;

type AlertRule = Rule & Readonly<z.output<z.ZodObject<typeof fields>>>;

export const alerts = defineTool({
  name: 'alerts',
  title: 'Alerts',
  summary: 'Notifies you of requests that fail, take long, or have a certain response.',
  order: { request: 110, tunnel: 50 },
  fields,
  matching: 'all',
  matchesResponses: true,
  check,
  fromFlow: () => Promise.resolve({ when: { failed: true, statusMin: 400 } }),
  start: (services) => new Alerts(services),
});

function check({ notify, webhookURL }: AlertRule): RuleIssue | null {
  const isUrl = /^https?:\/\//i.test(webhookURL) && URL.canParse(webhookURL);
  const isNeeded = notify.includes('webhook') || webhookURL !== '';
  return isNeeded && !isUrl ? { field: 'webhookURL', expected: HOOK_URL } : null;
}

/** Most alerts that are posted to webhooks at the same time. */
const MAX_POSTS = 20;

interface Throttle {
  readonly at: number;
  /** Alerts since then that were not sent. */
  suppressed: number;
}

class Alerts implements RunningTool<AlertRule> {
  readonly #services: ToolServices;
  readonly #throttles = new Map<string, Throttle>();
  #posts = 0;
  /** Bodies are searched one after another, to bound the memory. */
  #searches: Promise<void> = Promise.resolve();

  constructor(services: ToolServices) {
    this.#services = services;
  }

  update(rules: readonly AlertRule[]): void {
    const ids = new Set(rules.map(({ id }) => id));
    for (const id of this.#throttles.keys()) if (!ids.has(id)) this.#throttles.delete(id);
  }

  finished(flow: Flow, matches: readonly Match<AlertRule>[], recordMatch: RecordMatch): void {
    for (const { rule } of matches) {
      const reason = alertReason(rule.when, flow);
      if (typeof reason === 'function')
        this.#searches = this.#searches.then(() => this.#searchBody(reason, flow, rule, recordMatch));
      else if (reason !== null) this.#raise(flow, rule, reason, recordMatch);
    }
  }

  async #searchBody(
    search: () => Promise<string | null>,
    flow: Flow,
    rule: AlertRule,
    recordMatch: RecordMatch,
  ): Promise<void> {
    try {
      const reason = await search();
      if (reason !== null) this.#raise(flow, rule, reason, recordMatch);
    } catch (error) {
      this.#log(rule, `the body of request ${flow.id} could not be searched: ${messageOf(error)}`);
    }
  }

  #raise(flow: Flow, rule: AlertRule, reason: string, recordMatch: RecordMatch): void {
    recordMatch(rule, reason);
    if (rule.color !== 'none') this.#services.color(flow, rule.color);
    const throttle = this.#throttles.get(rule.id);
    const now = performance.now();
    if (throttle !== undefined && now - throttle.at < rule.throttleSeconds * 1000) {
      throttle.suppressed += 1;
      return;
    }
    this.#throttles.set(rule.id, { at: now, suppressed: 0 });
    this.#send(flow, rule, reason, throttle?.suppressed ?? 0);
  }

  /** `kept`: number of earlier alerts that were suppressed. */
  #send(flow: Flow, rule: AlertRule, reason: string, keptCount: number): void {
    const more = keptCount === 0 ? '' : ` (and ${keptCount} more before)`;
    const notice = { title: rule.name, text: `${flow.method} ${flow.url}: ${reason}${more}` };
    for (const channel of new Set(rule.notify)) {
      if (channel !== 'webhook') this.#services.notify({ channel, ...notice });
      else
        void this.#post(rule, {
          rule: { id: rule.id, name: rule.name },
          reason,
          kept: keptCount,
          flow: flowSummary(flow),
        });
    }
  }

  async #post(rule: AlertRule, value: object): Promise<void> {
    if (this.#posts >= MAX_POSTS) {
      this.#log(rule, `the webhook is too slow: ${MAX_POSTS} alerts are waiting for it`);
      return;
    }
    this.#posts += 1;
    try {
      await postJson(rule.webhookURL, value);
    } catch (error) {
      this.#log(rule, `the webhook did not accept the alert: ${messageOf(error)}`);
    } finally {
      this.#posts -= 1;
    }
  }

  #log({ name }: AlertRule, line: string): void {
    this.#services.notify({ channel: 'log', title: name, text: line });
  }
}
