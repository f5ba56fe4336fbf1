// Map Remote: redirects requests to another destination, and rewrites query, headers, status and bodies.
import type { z } from 'zod';
import { authorityOf, type Destination } from '../../../flow/destination.ts';
import type { Flow } from '../../../flow/flow.ts';
import type { InterceptedExchange, InterceptedRequest, InterceptedResponse } from '../../../proxy/hooks.ts';
import type { Match, Rule } from '../../rules/rule.ts';
import type { RuleIssue } from '../../rules/rule-kind.ts';
import { defineTool, type RecordMatch, type RunningTool } from '../../contract.ts';
import { referenceError } from '../../rules/patterns/captures.ts';
import { captureCount } from '../../rules/patterns/pattern.ts';
import { flag, headerValue, status } from '../../rules/fields.ts';
import {
  applyHeaderOperations,
  applyQueryOperations,
  decodedQueryText,
  expandedOperations,
  headerOperations,
  operationIssue,
  queryOperations,
} from '../../rules/operations.ts';
import { STATUS_CODES } from '../../../base/status-codes.ts';
import { isRedirect, redirectedDestination, toField } from './destination.ts';
import { replaceInBody, replacements } from './replace-body.ts';
import { ReplaceThread } from './replace-client.ts';

const fields = {
  to: toField
    .prefault({})
    .describe('The new destination; null keeps a part, $1 is what the pattern captured'),
  preserveHost: flag.default(false).describe('Keep the original Host header'),
  requestQuery: queryOperations.describe('Operations on the query parameters'),
  requestHeaders: headerOperations.describe('Operations on the headers of the request'),
  responseStatus: status.nullable().default(null).describe('Status of the response; null keeps it'),
  responseHeaders: headerOperations.describe('Operations on the headers of the response'),
  replaceRequestBody: replacements,
  replaceResponseBody: replacements,
} as const;

type MapRemoteRule = Rule & Readonly<z.output<z.ZodObject<typeof fields>>>;

export const mapRemote = defineTool({
  name: 'mapRemote',
  title: 'Map Remote',
  summary: 'Redirects requests to other destinations, and rewrites query, headers, status and bodies.',
  order: { request: 30, response: 30 },
  fields,
  matching: 'all',
  matchesResponses: true,
  check,
  fromFlow: (flow) => Promise.resolve(flow.request === null ? null : keepingRule(flow)),
  start: () => new MapRemote(),
});

/** Checks that each reference such as `$1` has a capture. */
function check(rule: MapRemoteRule): RuleIssue | null {
  const captures = captureCount(rule);
  for (const part of ['host', 'path', 'query'] as const) {
    const expected = referenceError(rule.to[part] ?? '', captures);
    if (expected !== null) return { field: `to.${part}`, expected };
  }
  for (const field of ['requestQuery', 'requestHeaders', 'responseHeaders'] as const) {
    const issue = operationIssue(rule[field], captures);
    if (issue !== null) return { field: `${field}[${issue.at}].value`, expected: issue.expected };
  }
  return replacementIssue(rule) ?? requestIssue(rule);
}

/** A rule with conditions on the response acts when the request has been sent. */
function requestIssue(rule: MapRemoteRule): RuleIssue | null {
  if (rule.conditions.response === undefined) return null;
  if (isRedirect(rule.to)) return { field: 'to', expected: `no new destination, ${SENT}` };
  const field = (['requestQuery', 'requestHeaders', 'replaceRequestBody'] as const).find(
    (name) => rule[name].length > 0,
  );
  return field === undefined ? null : { field, expected: `an empty list, ${SENT}` };
}

const SENT = 'since a rule with conditions on the response acts when the request has been sent';

function replacementIssue(rule: MapRemoteRule): RuleIssue | null {
  for (const field of ['replaceRequestBody', 'replaceResponseBody'] as const)
    for (const [at, { find, regex, replace }] of rule[field].entries()) {
      const count = regex ? captureCount({ pattern: find, patternType: 'regex' }) : Infinity;
      const expected = referenceError(replace, count);
      if (expected !== null) return { field: `${field}[${at}].replace`, expected };
    }
  return null;
}

/** Returns a rule that redirects to the original destination, for the user to change. */
function keepingRule({ target: { scheme, host, port } }: Flow): Readonly<Record<string, unknown>> {
  return { to: { scheme, host, port } };
}

class MapRemote implements RunningTool<MapRemoteRule> {
  readonly #replacer = new ReplaceThread();

  update(): void {
    // Nothing to prepare: a match provides its rule.
  }

  async request(
    { request }: InterceptedExchange,
    matches: readonly Match<MapRemoteRule>[],
    recordMatch: RecordMatch,
  ): Promise<undefined> {
    for (const { rule, captures } of applicableMatches(matches)) {
      const destination = isRedirect(rule.to) ? redirectedDestination(rule.to, request, captures) : request;
      const failure =
        destination === null
          ? 'the new destination is not a URL'
          : request.hasBody
            ? await this.#rewriteBody(rule.replaceRequestBody, request)
            : null;
      recordMatch(rule, failure ?? undefined);
      if (failure !== null || destination === null) continue;
      if (destination !== request) redirect(request, destination, rule.preserveHost);
      const query = expandedOperations(rule.requestQuery, captures.map(decodedQueryText));
      request.path = applyQueryOperations(request.path, query);
      request.fields = applyHeaderOperations(
        request.fields,
        expandedOperations(rule.requestHeaders, captures),
      );
    }
  }

  async response(
    _: InterceptedExchange,
    response: InterceptedResponse,
    matches: readonly Match<MapRemoteRule>[],
    recordMatch: RecordMatch,
  ): Promise<undefined> {
    for (const { rule, captures } of applicableMatches(matches)) {
      if (!rewritesResponse(rule)) continue;
      const failure = await this.#rewriteBody(rule.replaceResponseBody, response);
      if (failure === null) rewriteResponse(response, rule, captures);
      // The request has already recorded the other matches.
      if (failure !== null || rule.conditions.response !== undefined)
        recordMatch(rule, failure !== null && response.isEventStream ? STREAM : (failure ?? undefined));
    }
  }

  /** Replaces text in the body of a message. Returns why the rule is skipped; null when it is not. */
  async #rewriteBody(
    replacements: MapRemoteRule['replaceRequestBody'],
    message: InterceptedRequest | InterceptedResponse,
  ): Promise<string | null> {
    if (replacements.length === 0) return null;
    const body = await message.body();
    if (body === null) return 'body too large';
    const type = headerValue(message.fields, 'content-type');
    const written = await replaceInBody(body, type, replacements, this.#replacer);
    if (written === 'unchanged') return null;
    if ('failure' in written) return written.failure;
    message.replaceBody(written.bytes);
    if (written.contentType !== null)
      message.fields = applyHeaderOperations(message.fields, [
        { op: 'set', name: 'Content-Type', value: written.contentType },
      ]);
    return null;
  }

  close(): Promise<void> {
    return this.#replacer.close();
  }
}

const STREAM = 'an event stream is not buffered';

function rewritesResponse(rule: MapRemoteRule): boolean {
  return rule.responseStatus !== null || rule.responseHeaders.length + rule.replaceResponseBody.length > 0;
}

function rewriteResponse(
  response: InterceptedResponse,
  rule: MapRemoteRule,
  captures: readonly string[],
): void {
  if (rule.responseStatus !== null && rule.responseStatus !== response.status) {
    response.status = rule.responseStatus;
    response.reason = STATUS_CODES[rule.responseStatus] ?? '';
  }
  response.fields = applyHeaderOperations(
    response.fields,
    expandedOperations(rule.responseHeaders, captures),
  );
}

/** Returns the matches to apply: all rules that only rewrite, and the first of those that redirect. */
function applicableMatches(matches: readonly Match<MapRemoteRule>[]): readonly Match<MapRemoteRule>[] {
  const first = matches.find(({ rule }) => isRedirect(rule.to));
  return matches.filter((match) => match === first || !isRedirect(match.rule.to));
}

function redirect(request: InterceptedRequest, { target, path }: Destination, preserveHost: boolean): void {
  request.target = target;
  request.path = path;
  if (preserveHost) return;
  const host = { op: 'set', name: 'Host', value: authorityOf(target) } as const;
  request.fields = applyHeaderOperations(request.fields, [host]);
}
