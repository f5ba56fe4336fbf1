// Completes arguments of prompts, and the id in the URI of a request.
import type { CompleteRequestParams } from '@modelcontextprotocol/server';
import { isObject } from '../base/is-object.ts';
import type { PromptArgument } from './prompts/contract.ts';
import { prompts } from './prompts/index.ts';
import { REQUEST_TEMPLATE, requestIds } from './resources/index.ts';
import { savedRequests } from './saved-requests.ts';
import type { ToolContext } from './tools/contract.ts';
import { withoutInvisible } from './trust/untrusted.ts';

/**
 * Returns the values that begin with the typed text; empty when there are none, or when their source cannot be
 * reached.
 */
export async function completions(
  { ref, argument, context: typed }: CompleteRequestParams,
  context: ToolContext,
): Promise<readonly string[]> {
  const kind =
    ref.type === 'ref/resource'
      ? ref.uri === REQUEST_TEMPLATE && argument.name === 'id'
        ? 'request'
        : null
      : completed(ref.name, argument.name);
  if (kind === null) return [];
  const values = await candidates(
    kind,
    typed?.arguments?.['collection'] ?? '',
    argument.value,
    context,
  ).catch(() => []);
  const start = argument.value.toLowerCase();
  return values.map(withoutInvisible).filter((value) => value.toLowerCase().startsWith(start));
}

function completed(prompt: string, argument: string): PromptArgument['completes'] {
  const found = prompts.find(({ name }) => name === prompt)?.arguments.find(({ name }) => name === argument);
  return found?.completes ?? null;
}

async function candidates(
  kind: NonNullable<PromptArgument['completes']>,
  collection: string,
  start: string,
  context: ToolContext,
): Promise<readonly string[]> {
  const { proxy, workspace } = context;
  if (kind === 'request') return requestIds(context, start);
  if (kind === 'collection')
    return (await (await workspace.open()).collectionHeads()).map(({ name }) => name);
  if (kind === 'app') {
    const apps = await proxy.rpc('list_apps', {});
    return Array.isArray(apps)
      ? apps.map((each: unknown) => (isObject(each) ? String(each['app']) : ''))
      : [];
  }
  const all = await (await workspace.open()).collections();
  const chosen = all.filter(({ collection: { name } }) => collection === '' || name === collection);
  return chosen.flatMap(({ collection: { items } }) => savedRequests(items).map(({ name }) => name));
}
