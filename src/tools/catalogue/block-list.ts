// Block List: refuses requests, resets their connections, or leaves them out of the recording.
import type { z } from 'zod';
import { messageOf } from '../../base/errors.ts';
import type { InterceptedExchange, SyntheticResponse, RequestVerdict } from '../../proxy/hooks.ts';
import type { Match, Rule } from '../rules/rule.ts';
import { defineTool, type RecordMatch, type RunningTool, type TunnelDecision } from '../contract.ts';
import { body, readBodySource, flag, oneOf, textResponse, status, effectiveWhen } from '../rules/fields.ts';

const fields = {
  action: oneOf(['respond', 'reset', 'none'])
    .default('respond')
    .describe('Respond with `status` and `body`, reset the connection, or let the request pass'),
  status: effectiveWhen(status.default(403), { action: ['respond'] }),
  body: effectiveWhen(body.default({ text: '' }).describe('Empty for a sentence that names the rule'), {
    action: ['respond'],
  }),
  hide: flag.default(false).describe('Leave the request out of the recording'),
} as const;

type BlockRule = Rule & Readonly<z.output<z.ZodObject<typeof fields>>>;

export const blockList = defineTool({
  name: 'blockList',
  title: 'Block List',
  summary: 'Refuses requests, resets their connections, or leaves them out of the recording.',
  order: { request: 20, tunnel: 20 },
  fields,
  matching: 'first',
  start: () => new BlockList(),
});

class BlockList implements RunningTool<BlockRule> {
  update(): void {
    // Nothing to prepare: a match provides its rule.
  }

  records([match]: readonly Match<BlockRule>[]): boolean {
    return match?.rule.hide !== true;
  }

  request(
    _: InterceptedExchange,
    [match]: readonly Match<BlockRule>[],
    recordMatch: RecordMatch,
  ): RequestVerdict | undefined | Promise<RequestVerdict> {
    if (match === undefined) return undefined;
    const { rule } = match;
    if (rule.action === 'respond') return respond(rule, recordMatch);
    recordMatch(rule);
    return rule.action === 'none' ? undefined : { type: 'abort', how: 'reset', reason: reasonOf(rule) };
  }

  tunnel(decision: TunnelDecision, [match]: readonly Match<BlockRule>[], recordMatch: RecordMatch): void {
    if (match === undefined) return;
    const { rule } = match;
    recordMatch(rule);
    if (rule.hide) decision.recorded = false;
    const reason = reasonOf(rule);
    if (rule.action === 'reset') decision.verdict = { type: 'abort', how: 'reset', reason };
    // A 2xx response to CONNECT would open the tunnel (RFC 9110 section 9.3.6).
    else if (rule.action === 'respond')
      decision.verdict = { type: 'refuse', status: rule.status < 300 ? 403 : rule.status, reason };
  }
}

function respond(rule: BlockRule, recordMatch: RecordMatch): RequestVerdict | Promise<RequestVerdict> {
  const bytes = readBodySource(rule.body);
  if (!(bytes instanceof Promise)) {
    recordMatch(rule);
    return { type: 'respond', response: responseFor(rule, bytes) };
  }
  return bytes.then(
    (read) => {
      recordMatch(rule);
      return { type: 'respond', response: responseFor(rule, read) };
    },
    // The request stays blocked when the file cannot be read.
    (error: unknown) => {
      recordMatch(rule, messageOf(error));
      return { type: 'respond', response: responseFor(rule, Buffer.alloc(0)) };
    },
  );
}

function responseFor(rule: BlockRule, bytes: Buffer): SyntheticResponse {
  return textResponse(rule.status, bytes.length > 0 ? bytes : `${reasonOf(rule)}\n`);
}

function reasonOf({ name }: BlockRule): string {
  return `The rule "${name}" of the Block List refuses this.`;
}
