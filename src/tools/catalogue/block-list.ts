// Block List: requests are refused, cut off, or kept out of the recording.
import type { z } from 'zod';
import { messageOf } from '../../base/errors.ts';
import type { InterceptedExchange, SyntheticResponse, RequestVerdict } from '../../proxy/hooks.ts';
import { defineTool, type Mark, type Match, type RunningTool, type TunnelPlan } from '../contract.ts';
import type { Rule } from '../rules/rule.ts';
import { body, bodyBytes, flag, oneOf, plainAnswer, status } from '../rules/fields.ts';

const fields = {
  action: oneOf(['respond', 'reset', 'none'])
    .default('respond')
    .describe('Answer with `status` and `body`, cut the connection, or let it pass'),
  status: status.default(403),
  body: body.default({ text: '' }).describe('Empty: a sentence that names the rule'),
  hide: flag.default(false).describe('Whether it is left out of the recording'),
} as const;

type BlockRule = Rule & Readonly<z.output<z.ZodObject<typeof fields>>>;

export const blockList = defineTool<BlockRule>({
  name: 'blockList',
  title: 'Block List',
  summary: 'Refuses requests, cuts them off, or keeps them out of the recording.',
  fields,
  matching: 'first',
  start: () => new BlockList(),
});

class BlockList implements RunningTool<BlockRule> {
  update(): void {
    // Everything that it does is in the rule that matched.
  }

  records([match]: readonly Match<BlockRule>[]): boolean {
    return match?.rule.hide !== true;
  }

  request(
    _: InterceptedExchange,
    [match]: readonly Match<BlockRule>[],
    mark: Mark,
  ): RequestVerdict | undefined | Promise<RequestVerdict> {
    if (match === undefined) return undefined;
    const { rule } = match;
    if (rule.action === 'respond') return answer(rule, mark);
    mark(rule);
    return rule.action === 'none' ? undefined : { type: 'abort', how: 'reset', reason: reasonOf(rule) };
  }

  tunnel(plan: TunnelPlan, [match]: readonly Match<BlockRule>[], mark: Mark): void {
    if (match === undefined) return;
    const { rule } = match;
    mark(rule);
    if (rule.hide) plan.recorded = false;
    const reason = reasonOf(rule);
    if (rule.action === 'reset') plan.verdict = { type: 'abort', how: 'reset', reason };
    // A tunnel that is answered 2xx would be one that is open (RFC 9110 section 9.3.6).
    else if (rule.action === 'respond')
      plan.verdict = { type: 'refuse', status: rule.status < 300 ? 403 : rule.status, reason };
  }
}

function answer(rule: BlockRule, mark: Mark): RequestVerdict | Promise<RequestVerdict> {
  const bytes = bodyBytes(rule.body);
  if (!(bytes instanceof Promise)) {
    mark(rule);
    return { type: 'respond', response: answerOf(rule, bytes) };
  }
  return bytes.then(
    (read) => {
      mark(rule);
      return { type: 'respond', response: answerOf(rule, read) };
    },
    // What is to be blocked stays so, whatever became of the file.
    (error: unknown) => {
      mark(rule, messageOf(error));
      return { type: 'respond', response: answerOf(rule, Buffer.alloc(0)) };
    },
  );
}

function answerOf(rule: BlockRule, bytes: Buffer): SyntheticResponse {
  return plainAnswer(rule.status, bytes.length > 0 ? bytes : `${reasonOf(rule)}\n`);
}

function reasonOf({ name }: BlockRule): string {
  return `The rule "${name}" of the Block List refuses this.`;
}
