// The sources of the sidebar, which are sections of the traffic list.
import { isError, pathOf } from '../../../../src/flow/filter/index.ts';
import type { FlowSummary } from '../../../../src/session/methods/ui-types.ts';
import type { SavedFilter } from '../../../state/saved-filters.ts';

/** A section of the traffic list. */
export type Source =
  | { readonly type: 'all' | 'pinned' | 'errors' | 'held' | 'assistants' }
  | { readonly type: 'saved'; readonly name: string }
  | { readonly type: 'app'; readonly app: string }
  | {
      readonly type: 'host';
      readonly host: string;
      /** Without a slash at its end; empty for all. */ readonly path: string;
    };

/** Returns a key that is unique to the source. */
export function sourceKey(source: Source): string {
  switch (source.type) {
    case 'saved':
      return `saved ${source.name}`;
    case 'app':
      return `app ${source.app}`;
    case 'host':
      return `host ${source.host}${source.path}`;
    default:
      return source.type;
  }
}

/** Returns the test of a source. `held` holds the ids of the requests that breakpoints hold. */
export function sourceTest(
  source: Source,
  held: ReadonlySet<number>,
  saved: readonly SavedFilter[],
): (flow: FlowSummary) => boolean {
  switch (source.type) {
    case 'all':
      return () => true;
    case 'pinned':
      return ({ pinned }) => pinned === true;
    case 'errors':
      return isError;
    case 'assistants':
      return isOfAssistant;
    case 'held':
      return ({ id }) => held.has(id);
    case 'saved':
      return saved.find(({ name }) => name === source.name)?.matches ?? (() => true);
    case 'app':
      return ({ app }) => app === source.app;
    case 'host':
      return (flow) => flow.host === source.host && isBelow(pathOf(flow), source.path);
  }
}

/** Returns true for calls to language models and MCP messages. */
export function isOfAssistant({ operation }: Pick<FlowSummary, 'operation'>): boolean {
  return operation?.type === 'ai' || operation?.type === 'mcp';
}

function isBelow(path: string, folder: string): boolean {
  return (
    path.startsWith(folder) && (path.length === folder.length || /[/?]/.test(path.charAt(folder.length)))
  );
}
