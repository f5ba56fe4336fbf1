// Map Remote: requests go elsewhere than they were sent, and messages are rewritten on their way.
import type { z } from 'zod';
import { authorityOf, type Destination } from '../../../flow/destination.ts';
import type { Flow } from '../../../flow/flow.ts';
import type { InterceptedExchange, InterceptedRequest, InterceptedResponse } from '../../../proxy/hooks.ts';
import { defineTool, type Mark, type Match, type RunningTool } from '../../contract.ts';
import type { Rule } from '../../rules/rule.ts';
import { flag, headerOperations, lineValue, withOperations } from '../../rules/fields.ts';
import { leadsElsewhere, ledTo, toField } from './destination.ts';
import { replacedBody, replacements } from './replace-body.ts';
import { ReplaceThread } from './replace-client.ts';

const fields = {
  to: toField.prefault({}).describe('Where requests go; null keeps, $1 stands for what the pattern captured'),
  preserveHost: flag.default(false).describe('Whether the Host header stays as it was'),
  requestHeaders: headerOperations,
  responseHeaders: headerOperations,
  replaceRequestBody: replacements,
  replaceResponseBody: replacements,
} as const;

type MapRemoteRule = Rule & Readonly<z.output<z.ZodObject<typeof fields>>>;

export const mapRemote = defineTool<MapRemoteRule>({
  name: 'mapRemote',
  title: 'Map Remote',
  summary: 'Sends requests elsewhere, and rewrites headers and bodies.',
  fields,
  matching: 'all',
  fromFlow: (flow) => Promise.resolve(flow.request === null ? null : keepingRule(flow)),
  start: () => new MapRemote(),
});

/** Everything in full, for the user to change. */
function keepingRule({ target: { scheme, host, port } }: Flow): Readonly<Record<string, unknown>> {
  return { to: { scheme, host, port } };
}

class MapRemote implements RunningTool<MapRemoteRule> {
  readonly #thread = new ReplaceThread();

  update(): void {
    // Everything that it does is in the rules that matched.
  }

  async request(
    { request }: InterceptedExchange,
    matches: readonly Match<MapRemoteRule>[],
    mark: Mark,
  ): Promise<undefined> {
    for (const { rule, captures } of applied(matches)) {
      const destination = leadsElsewhere(rule.to) ? ledTo(rule.to, request, captures) : request;
      const fault =
        destination === null
          ? 'it leads to no URL'
          : request.hasBody
            ? await this.#rewritten(rule.replaceRequestBody, request)
            : null;
      mark(rule, fault ?? undefined);
      if (fault !== null || destination === null) continue;
      if (destination !== request) lead(request, destination, rule.preserveHost);
      request.fields = withOperations(request.fields, rule.requestHeaders);
    }
  }

  async response(
    _: InterceptedExchange,
    response: InterceptedResponse,
    matches: readonly Match<MapRemoteRule>[],
    mark: Mark,
  ): Promise<undefined> {
    for (const { rule } of applied(matches)) {
      if (rule.responseHeaders.length + rule.replaceResponseBody.length === 0) continue;
      const fault = await this.#rewritten(rule.replaceResponseBody, response);
      if (fault === null) response.fields = withOperations(response.fields, rule.responseHeaders);
      else mark(rule, response.isEventStream ? 'a stream of events is not held' : fault);
    }
  }

  /** Why the rule is to be skipped; null otherwise. */
  async #rewritten(
    list: MapRemoteRule['replaceRequestBody'],
    message: InterceptedRequest | InterceptedResponse,
  ): Promise<string | null> {
    if (list.length === 0) return null;
    const body = await message.body();
    if (body === null) return 'body too large';
    const type = lineValue(message.fields, 'content-type');
    const written = await replacedBody(body, type, list, this.#thread);
    if (written === 'unchanged') return null;
    if ('refused' in written) return written.refused;
    message.replaceBody(written.bytes);
    if (written.contentType !== null)
      message.fields = withOperations(message.fields, [
        { op: 'set', name: 'Content-Type', value: written.contentType },
      ]);
    return null;
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}

/** Rules that only rewrite all count, of those that lead elsewhere the first. */
function applied(matches: readonly Match<MapRemoteRule>[]): readonly Match<MapRemoteRule>[] {
  const first = matches.find(({ rule }) => leadsElsewhere(rule.to));
  return matches.filter((match) => match === first || !leadsElsewhere(match.rule.to));
}

function lead(request: InterceptedRequest, { target, path }: Destination, preserveHost: boolean): void {
  request.target = target;
  request.path = path;
  if (preserveHost) return;
  const host = { op: 'set', name: 'Host', value: authorityOf(target) } as const;
  request.fields = withOperations(request.fields, [host]);
}
