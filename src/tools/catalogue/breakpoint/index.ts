// Breakpoints: pauses requests and responses until the user sends them on, unchanged or edited, or aborts them.
import { z } from 'zod';
import { octetLines } from '../../../base/octets.ts';
import { STATUS_CODES } from '../../../base/status-codes.ts';
import { authorityOf } from '../../../flow/destination.ts';
import { encodeText } from '../../../flow/text-body.ts';
import type {
  InterceptedExchange,
  InterceptedRequest,
  InterceptedResponse,
  RequestVerdict,
  ResponseVerdict,
} from '../../../proxy/hooks.ts';
import type { Match, Rule } from '../../rules/rule.ts';
import { defineTool, type RecordMatch, type RunningTool } from '../../contract.ts';
import type { PausedQueue, RequestEdits, ResponseEdits } from '../../paused/index.ts';
import { effectiveWhen, number, headerValue, oneOf, wholeNumber } from '../../rules/fields.ts';
import { applyHeaderOperations } from '../../rules/operations.ts';
import { pausedRequest, pausedResponse, pausedSentRequest } from './paused-message.ts';

const A_DAY = 86_400;

const fields = {
  stage: oneOf(['request', 'response', 'both']).default('both').describe('Messages to pause'),
  statuses: effectiveWhen(
    z
      .array(wholeNumber(100, 599), 'a list of statuses such as [404, 500]')
      .default([])
      .describe('Pause only responses with one of these; empty for all'),
    { stage: ['response', 'both'] },
  ),
  timeoutSeconds: number(0, A_DAY, 'seconds')
    .default(0)
    .describe('Longest time that a message is paused; 0 for no limit'),
  onTimeout: oneOf(['send_original', 'abort'])
    .default('send_original')
    .describe('What happens after that time'),
} as const;

type BreakpointRule = Rule & Readonly<z.output<z.ZodObject<typeof fields>>>;

export const breakpoint = defineTool({
  name: 'breakpoint',
  title: 'Breakpoint',
  summary: 'Pauses requests and responses until you send them on, edit them, or abort them.',
  order: { request: 60, response: 40 },
  fields,
  matching: 'all',
  matchesResponses: true,
  check: ({ stage, conditions }: BreakpointRule) =>
    stage === 'request' && conditions.response !== undefined
      ? { field: 'stage', expected: '"response" or "both", since the rule has conditions on the response' }
      : null,
  start: ({ paused }) => new Breakpoint(paused),
});

class Breakpoint implements RunningTool<BreakpointRule> {
  readonly #paused: PausedQueue;

  constructor(paused: PausedQueue) {
    this.#paused = paused;
  }

  update(): void {
    // Paused messages wait for their decision even if their rule changes.
  }

  request(
    exchange: InterceptedExchange,
    matches: readonly Match<BreakpointRule>[],
    recordMatch: RecordMatch,
  ) {
    const match = matches.find(({ rule }) => rule.stage !== 'response');
    return match === undefined ? undefined : this.#pauseRequest(exchange, match.rule, recordMatch);
  }

  response(
    exchange: InterceptedExchange,
    response: InterceptedResponse,
    matches: readonly Match<BreakpointRule>[],
    recordMatch: RecordMatch,
  ) {
    const match = matches.find(({ rule }) => pausesResponse(rule, response.status));
    return match === undefined ? undefined : this.#pauseResponse(exchange, response, match.rule, recordMatch);
  }

  async #pauseRequest(
    exchange: InterceptedExchange,
    rule: BreakpointRule,
    recordMatch: RecordMatch,
  ): Promise<RequestVerdict | undefined> {
    const { request } = exchange;
    const body = request.hasBody ? await request.body() : Buffer.alloc(0);
    recordMatch(rule, body === null ? 'body too large' : undefined);
    if (body === null) return undefined;
    const decision = await this.#paused.pause({
      ...pauseOptions(exchange, rule),
      stage: 'request',
      request: pausedRequest(exchange, body),
    });
    if (decision.type === 'abort') return { type: 'abort', how: 'reset', reason: decision.reason };
    if (decision.type === 'send' && decision.request !== null) editRequest(request, decision.request);
    return undefined;
  }

  async #pauseResponse(
    exchange: InterceptedExchange,
    response: InterceptedResponse,
    rule: BreakpointRule,
    recordMatch: RecordMatch,
  ): Promise<ResponseVerdict | undefined> {
    const body = response.isEventStream ? null : await response.body();
    recordMatch(rule, body === null ? skipReason(response) : undefined);
    if (body === null) return undefined;
    const decision = await this.#paused.pause({
      ...pauseOptions(exchange, rule),
      stage: 'response',
      request: await pausedSentRequest(exchange),
      response: pausedResponse(response, body),
    });
    if (decision.type === 'abort') return { type: 'abort', how: 'reset', reason: decision.reason };
    if (decision.type === 'send' && decision.response !== null) editResponse(response, decision.response);
    return undefined;
  }
}

function pausesResponse({ stage, statuses }: BreakpointRule, status: number): boolean {
  return stage !== 'request' && (statuses.length === 0 || statuses.includes(status));
}

function skipReason({ isEventStream }: InterceptedResponse): string {
  return isEventStream ? 'an event stream is not buffered' : 'body too large';
}

function pauseOptions(
  { flow, signal }: InterceptedExchange,
  { name, timeoutSeconds, onTimeout }: BreakpointRule,
) {
  return { requestId: flow.id, ruleName: name, signal, timeoutSeconds, onTimeout } as const;
}

function editRequest(
  request: InterceptedRequest,
  { method, destination, headers, body }: RequestEdits,
): void {
  if (method !== null) request.method = method;
  const host = headerValue(request.fields, 'host');
  if (headers !== null) request.fields = octetLines(headers, request.fields);
  if (destination !== null) {
    const isElsewhere = authorityOf(destination.target) !== authorityOf(request.target);
    request.target = destination.target;
    request.path = destination.path;
    // The Host follows the URL, unless the user has edited it too.
    if (isElsewhere && headerValue(request.fields, 'host') === host)
      setField(request, 'Host', authorityOf(destination.target));
  }
  if (body !== null) editBody(request, body);
}

function editResponse(response: InterceptedResponse, { status, headers, body }: ResponseEdits): void {
  if (status !== null) {
    response.status = status;
    response.reason = STATUS_CODES[status] ?? '';
  }
  if (headers !== null) response.fields = octetLines(headers, response.fields);
  if (body !== null) editBody(response, body);
}

function editBody(message: InterceptedRequest | InterceptedResponse, body: string | Buffer): void {
  if (typeof body !== 'string') {
    message.replaceBody(body);
    return;
  }
  const { bytes, contentType } = encodeText(body, headerValue(message.fields, 'content-type'));
  message.replaceBody(bytes);
  if (contentType !== null) setField(message, 'Content-Type', contentType);
}

function setField(message: InterceptedRequest | InterceptedResponse, name: string, value: string): void {
  message.fields = applyHeaderOperations(message.fields, [{ op: 'set', name, value }]);
}
