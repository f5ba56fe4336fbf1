// The sources of the sidebar: sections of the traffic list, with how many requests each has.
import { isError, pathOf } from '../../../../src/flow/filter/index.ts';
import type { FlowSummary } from '../../../../src/app/methods/ui-types.ts';
import type { SavedFilter } from './saved-filters.ts';

export type Source =
  | { readonly type: 'all' | 'pinned' | 'errors' | 'held' | 'assistants' }
  | { readonly type: 'opened'; readonly file: string }
  | { readonly type: 'saved'; readonly name: string }
  | { readonly type: 'app'; readonly app: string }
  | {
      readonly type: 'host';
      readonly host: string;
      /** Without a slash at its end; empty for all. */ readonly path: string;
    };

export function sourceKey(source: Source): string {
  switch (source.type) {
    case 'opened':
      return `opened ${source.file}`;
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

/** Returns the test of a source. `held`: ids of the requests that breakpoints hold. */
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
    case 'opened':
      return ({ openedFrom }) => openedFrom === source.file;
    case 'saved':
      return saved.find(({ name }) => name === source.name)?.matches ?? (() => true);
    case 'app':
      return ({ app }) => app === source.app;
    case 'host':
      return (flow) => flow.host === source.host && isBelow(pathOf(flow), source.path);
  }
}

/** True for calls to language models and messages of MCP. */
function isOfAssistant({ operation }: FlowSummary): boolean {
  return operation !== undefined && operation.type !== 'graphql';
}

function isBelow(path: string, folder: string): boolean {
  return (
    path.startsWith(folder) && (path.length === folder.length || /[/?]/.test(path.charAt(folder.length)))
  );
}

export interface PathNode {
  /** One segment with its slash. */
  readonly label: string;
  readonly path: string;
  count: number;
  readonly children: Map<string, PathNode>;
}

export interface HostNode extends PathNode {
  readonly host: string;
  isDecrypted: boolean;
}

export interface SourceCounts {
  readonly pinned: number;
  readonly errors: number;
  /** Calls to language models and messages of MCP. */
  readonly assistants: number;
  /** The busiest first. */
  readonly apps: readonly (readonly [app: string, count: number])[];
  readonly files: readonly (readonly [file: string, count: number])[];
  readonly hosts: readonly HostNode[];
}

const MAX_DEPTH = 4;
const MAX_CHILDREN = 200;

/** Counts all of the list in one pass. */
export function countSources(flows: readonly FlowSummary[]): SourceCounts {
  const apps = new Map<string, number>();
  const files = new Map<string, number>();
  const hosts = new Map<string, HostNode>();
  let pinned = 0;
  let errors = 0;
  let assistants = 0;
  for (const flow of flows) {
    if (flow.pinned === true) pinned += 1;
    if (isError(flow)) errors += 1;
    if (isOfAssistant(flow)) assistants += 1;
    if (flow.app !== null) apps.set(flow.app, (apps.get(flow.app) ?? 0) + 1);
    if (flow.openedFrom !== undefined) files.set(flow.openedFrom, (files.get(flow.openedFrom) ?? 0) + 1);
    addToHost(hosts, flow);
  }
  return {
    pinned,
    errors,
    assistants,
    apps: [...apps].sort(byCount),
    files: [...files],
    hosts: [...hosts.values()].sort((a, b) => b.count - a.count || a.host.localeCompare(b.host)),
  };
}

function addToHost(hosts: Map<string, HostNode>, flow: FlowSummary): void {
  const { host } = flow;
  let node: PathNode & Partial<HostNode> = hosts.get(host) ?? {
    ...{ host, label: host, path: '', count: 0, children: new Map(), isDecrypted: false },
  };
  hosts.set(host, node as HostNode);
  node.count += 1;
  if (flow.decrypted || flow.url.startsWith('http:')) (node as HostNode).isDecrypted = true;
  const segments = pathOf(flow).split('?', 1)[0]!.split('/').slice(1, MAX_DEPTH);
  for (const segment of segments) {
    if (segment === '') break;
    const label = `/${segment}`;
    const child: PathNode | undefined = node.children.get(label);
    if (child === undefined && node.children.size >= MAX_CHILDREN) break;
    const next: PathNode = child ?? { label, path: node.path + label, count: 0, children: new Map() };
    node.children.set(label, next);
    next.count += 1;
    node = next;
  }
}

function byCount(a: readonly [string, number], b: readonly [string, number]): number {
  return b[1] - a[1] || a[0].localeCompare(b[0]);
}
