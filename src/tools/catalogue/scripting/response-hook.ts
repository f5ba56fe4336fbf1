// Calls onResponse with a whole response, and onServerEvent with each event of a stream.
import type { HeldEvent, InterceptedExchange, InterceptedResponse } from '../../../proxy/hooks.ts';
import type { RuleResult } from '../../../sandbox/rule-runtime/exchange.ts';
import type { RecordMatch } from '../../contract.ts';
import { urlText } from '../../rules/patterns/url.ts';
import { changeResponse, scriptContext, scriptResponse, scriptSentRequest } from './exchange.ts';
import type { ScriptingRule } from './rule.ts';
import { FAILED, failureNote, type RuleScript, type ScriptFailure } from './rule-script.ts';

export async function onResponse(
  exchange: InterceptedExchange,
  response: InterceptedResponse,
  rule: ScriptingRule,
  script: RuleScript,
  recordMatch: RecordMatch,
): Promise<void> {
  const body = await response.body();
  if (body === null) {
    recordMatch(rule, 'body too large');
    return;
  }
  const { target, path: sentPath } = exchange.request;
  const result = await script.call(
    'onResponse',
    {
      context: scriptContext(script, exchange.flow),
      url: urlText(target, sentPath),
      request: await scriptSentRequest(exchange),
      response: scriptResponse(response, body),
    },
    exchange.fetch,
  );
  if (result.type === 'response') changeResponse(response, result.changes);
  recordMatch(rule, failureNote(result));
}

/** Calls the script with each event of a stream, which is never buffered as a whole. */
export function watchEvents(
  { flow, request, fetch }: InterceptedExchange,
  response: InterceptedResponse,
  rule: ScriptingRule,
  script: RuleScript,
  recordMatch: RecordMatch,
): void {
  if (!script.has('onServerEvent')) {
    if (script.has('onResponse')) recordMatch(rule, 'an event stream is not buffered');
    return;
  }
  recordMatch(rule);
  const before = response.onEvent;
  const url = urlText(request.target, request.path);
  response.onEvent = async (given) => {
    const event = before === null ? given : await before(given);
    if (event === null) return null;
    const result = await script.call(
      'onServerEvent',
      { context: scriptContext(script, flow), url, event },
      fetch,
    );
    // One note covers all events; the log has the error of each.
    if (result.type === 'failed') recordMatch(rule, FAILED);
    return eventAfter(result, event);
  };
}

function eventAfter(result: RuleResult | ScriptFailure, event: HeldEvent): HeldEvent | null {
  if (result.type === 'drop') return null;
  return result.type === 'event' ? { ...event, ...result.changes } : event;
}
