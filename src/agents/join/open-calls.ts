// Which call of a tool a result, or a message of MCP, belongs to.
import type { ExchangeFacts, McpFacts, ToolResult } from '../facts/contract.ts';
import { openCalls, type Conversation, type DraftRun, type OpenCall } from './drafts.ts';
import { relation } from './related.ts';

/** Ids that are shorter may be used twice, such as `0`. */
const MIN_ID = 8;

export function isStrongId(id: string): boolean {
  return id.length >= MIN_ID;
}

/**
 * Closes the calls whose results a request holds, or an answer where the provider runs the tool. A request repeats all
 * that came before, so of results with one name the last ones count.
 */
export function closeCalls(conversation: Conversation, results: readonly ToolResult[], at: number): void {
  const { open } = conversation;
  for (const result of results.toReversed()) {
    const index = open.findLastIndex((call) => isOf(result, call));
    if (index < 0) continue;
    close(open.splice(index, 1)[0]!, result, at);
  }
}

function isOf(result: ToolResult, { id, name }: OpenCall): boolean {
  if (result.id === (id === '' ? name : id) || result.id === name) return true;
  return !isStrongId(result.id) && result.name === name;
}

function close({ step }: OpenCall, { text, isError }: ToolResult, at: number): void {
  step.endedAt ??= at;
  step.result ??= text;
  if (!isError || step.outcome === 'error' || step.outcome === 'refused') {
    if (step.outcome === 'open') step.outcome = 'ok';
    return;
  }
  step.outcome = isRefusal(text) ? 'refused' : 'error';
  step.reason = text;
}

/** Words by which tools, and programs that ask their user, refuse a call. */
const REFUSAL =
  /\b(?:refused?|denied|rejected|declined|forbidden|not (?:allowed|permitted|authorized)|unauthorized)\b/i;

export function isRefusal(text: string): boolean {
  return REFUSAL.test(text);
}

/** Returns the call that a message of MCP makes; null when no model asked for it. */
export function callOfMessage(
  runs: readonly DraftRun[],
  facts: ExchangeFacts,
  message: McpFacts,
  run: DraftRun | null,
): OpenCall | null {
  if (message.method !== 'tools/call') return null;
  const all = runs.flatMap(openCalls).filter(({ isMade }) => !isMade);
  const named = all.find(({ id }) => isStrongId(id) && message.meta.includes(id));
  if (named !== undefined) return named;
  const fitting = all.filter((call) => isNameOf(call.name, message.name) && isAfter(call, facts));
  const own = fitting.filter((call) => call.run === run || relation(call.run, facts.program) !== null);
  const isSame = ({ digest }: OpenCall): boolean => digest === message.digest;
  return own.find(isSame) ?? own[0] ?? fitting.find(isSame) ?? null;
}

/** A model may be read to its end after its tools were called. */
const SLACK_MS = 2000;

function isAfter({ step }: OpenCall, { startedAt }: ExchangeFacts): boolean {
  return startedAt >= step.startedAt - SLACK_MS;
}

/** True for a name as the model knows it: that of the tool, often behind that of its server. */
function isNameOf(called: string, tool: string): boolean {
  if (called === tool) return true;
  return called.endsWith(tool) && /[_.:/-]$/.test(called.slice(0, -tool.length));
}
