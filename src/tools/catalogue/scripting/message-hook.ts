// Calls onWebSocketMessage.
import type { Flow } from '../../../flow/flow.ts';
import type { Fetch, HeldMessage } from '../../../proxy/hooks.ts';
import type { RecordMatch } from '../../contract.ts';
import { scriptContext } from './exchange.ts';
import type { ScriptingRule } from './rule.ts';
import { FAILED, type RuleScript } from './rule-script.ts';

export interface ReceivedMessage {
  readonly flow: Flow;
  readonly message: HeldMessage;
  readonly fetch: Fetch | null;
}

export async function onMessage(
  { flow, message, fetch }: ReceivedMessage,
  rule: ScriptingRule,
  script: RuleScript,
  recordMatch: RecordMatch,
): Promise<HeldMessage | null> {
  const { direction, data } = message;
  const result = await script.call(
    'onWebSocketMessage',
    {
      context: scriptContext(script, flow),
      url: flow.url,
      message: { direction, data },
    },
    fetch,
  );
  recordMatch(rule, result.type === 'failed' ? FAILED : undefined);
  if (result.type === 'drop') return null;
  if (result.type !== 'message' || result.data === undefined) return message;
  return typeof result.data === 'string'
    ? { direction, kind: 'text', data: result.data }
    : { direction, kind: 'binary', data: Buffer.from(result.data) };
}
