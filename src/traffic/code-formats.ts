// Captured requests as code. It is separate from the other exports, so that the proxy starts without loading twenty
// formats.
import { UserError } from '../base/errors.ts';
import type { Flow } from '../flow/flow.ts';
import { snippetFormats } from '../snippets/index.ts';
import { snippetRequest } from './snippet-request.ts';

/** Names of the formats, in the order in which menus list them. */
export const codeFormats: readonly string[] = snippetFormats.map(({ id }) => id);

/** Renders each request in the named format. Tunnels are omitted, because only their target is known. */
export async function codeOf(flows: readonly Flow[], format: string): Promise<readonly string[]> {
  const render = snippetFormats.find(({ id }) => id === format)?.render;
  if (render === undefined) throw new UserError('NOT_FOUND', `there is no code format ${format}`);
  const requests = await Promise.all(flows.map(snippetRequest));
  return requests.flatMap((request) => (request === null ? [] : [render(request)]));
}
