// Reads the facts of a finished exchange.
import { applicationErrorOf } from '../../flow/application-error.ts';
import type { Flow, MatchedRule } from '../../flow/flow.ts';
import { operationOf } from '../../flow/operation.ts';
import { traceParent } from '../../flow/trace-parent.ts';
import { isRealtime } from './agent-exchange.ts';
import type { ExchangeFacts, Program } from './contract.ts';
import { mcpFacts } from './mcp-facts.ts';
import { modelFacts } from './model-facts.ts';
import { realtimeFacts } from './realtime-facts.ts';
import { short } from './texts.ts';

/** Returns the facts of an exchange that has ended. Never rejects. */
export async function readFacts(flow: Flow): Promise<ExchangeFacts> {
  const { id, startedAt, durationMs = 0, target, originalRequest, request, response } = flow;
  const operation = operationOf(flow);
  const mcp = operation?.type === 'mcp' ? await mcpFacts(flow) : null;
  const model = isRealtime(flow)
    ? realtimeFacts(flow)
    : operation?.type === 'ai'
      ? await modelFacts(flow)
      : null;
  const sent = originalRequest ?? request;
  return {
    id,
    startedAt,
    endedAt: startedAt + durationMs,
    program: programOf(flow),
    traceId: traceParent(sent?.header('traceparent'))?.traceId ?? mcp?.traceId ?? null,
    host: target.host,
    line: short(`${flow.method} ${request === null ? `${target.host}:${target.port}` : flow.path}`),
    error: errorOf(flow),
    isRefused: isRefused(flow, response !== null),
    subject: model ?? mcp?.facts ?? null,
  };
}

function programOf({ client }: Flow): Program {
  const { app, process, parents } = client;
  return { name: app, process, parents };
}

function errorOf(flow: Flow): string | null {
  if (flow.state === 'failed') return short(flow.error ?? 'it failed');
  if (flow.status >= 400) return `${flow.status} ${flow.reason}`.trim();
  const found = applicationErrorOf(flow);
  return found === null ? null : short(found.message);
}

/** Statuses by which servers refuse what they have understood. */
const REFUSED = new Set([401, 403, 451]);

function isRefused({ status, matchedRules }: Flow, isAnswered: boolean): boolean {
  return (isAnswered && REFUSED.has(status)) || matchedRules.some(isBlock);
}

function isBlock({ tool, note }: MatchedRule): boolean {
  return tool === 'blockList' || (tool === 'allowList' && note !== undefined);
}
