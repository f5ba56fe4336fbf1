// Calls onRequest, and applies its changes or its response.
import type { InterceptedExchange, InterceptedRequest, RequestVerdict } from '../../../proxy/hooks.ts';
import type { RuleResult } from '../../../sandbox/rule-runtime/exchange.ts';
import type { RecordMatch } from '../../contract.ts';
import { textResponse } from '../../rules/fields.ts';
import { urlText } from '../../rules/patterns/url.ts';
import { changeRequest, encodedBody, scriptContext, scriptRequest } from './exchange.ts';
import type { ScriptingRule } from './rule.ts';
import { FAILED, failureNote, type RuleScript, type ScriptFailure } from './rule-script.ts';

const NO_BYTES = Buffer.alloc(0);

export async function onRequest(
  { request, flow, fetch }: InterceptedExchange,
  rule: ScriptingRule,
  script: RuleScript,
  recordMatch: RecordMatch,
): Promise<RequestVerdict | undefined> {
  const body = request.hasBody ? await request.body() : NO_BYTES;
  if (body === null) {
    recordMatch(rule, 'body too large');
    return undefined;
  }
  const result = await script.call(
    'onRequest',
    {
      context: scriptContext(script, flow),
      url: urlText(request.target, request.path),
      request: scriptRequest(request, body),
    },
    fetch,
  );
  recordMatch(rule, failureNote(result) ?? applyChanges(request, result, script));
  if (result.type === 'block') return blockedVerdict(rule);
  if (result.type !== 'respond') return undefined;
  if (rule.mock) return mockVerdict(result);
  script.log('warn', 'onRequest returned a response, which is sent only when the rule has mock on');
  return undefined;
}

/** Returns a note, with the request unchanged, when its new destination is not valid. */
function applyChanges(
  request: InterceptedRequest,
  result: RuleResult | ScriptFailure,
  script: RuleScript,
): string | undefined {
  if (result.type !== 'request' || changeRequest(request, result.changes)) return undefined;
  const reason = `onRequest: ${JSON.stringify(result.changes.host)} is not a host`;
  script.log('error', reason);
  return `${FAILED}: ${reason}`;
}

function blockedVerdict({ name }: ScriptingRule): RequestVerdict {
  const text = `403: blocked by the script of the Scripting rule ${JSON.stringify(name)}.\n`;
  return { type: 'respond', response: textResponse(403, text) };
}

function mockVerdict({ response }: Extract<RuleResult, { readonly type: 'respond' }>): RequestVerdict {
  const { statusCode, statusPhrase, headers, body } = response;
  const { bytes, fields: described } = encodedBody(body, headers);
  return {
    type: 'respond',
    response: { status: statusCode, reason: statusPhrase, fields: described, body: bytes },
  };
}
