// Converts a captured request of the running proxy to a request of the workspace.
import { ParameterError } from '../../../base/errors.ts';
import { requestsOf } from '../../../collections/model/collection.ts';
import type { SavedRequest } from '../../../collections/model/request.ts';
import type { WorkspaceContext } from '../workspace-context.ts';

/** Resolves with the request, and its response as an example. Rejects with an Error when no proxy is running. */
export async function capturedRequest(context: WorkspaceContext, id: number): Promise<SavedRequest> {
  const { importContent } = await import('../../../interchange/import/index.ts');
  const proxy = await context.proxy();
  const { collections, warnings } = importContent(Buffer.from(await proxy.har(id)), 'captured.har');
  const [found] = collections.flatMap(({ items }) => [...requestsOf(items)]);
  if (found !== undefined) return found.request;
  const reason = warnings[0] ?? 'it is not a request over HTTP';
  throw new ParameterError(`Request ${id} cannot be saved: ${reason}`, { field: 'id' });
}
