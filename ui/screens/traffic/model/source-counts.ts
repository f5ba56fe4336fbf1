// The number of requests of each source.
import { isError, pathOf } from '../../../../src/flow/filter/index.ts';
import type { FlowSummary } from '../../../../src/session/methods/ui-types.ts';
import { createDerived } from '../../../state/derived.ts';
import { flowList } from '../../../state/flows.ts';
import { useSelected, useStore } from '../../../state/store.ts';
import {
  compiledFilters,
  needsContent,
  savedFilters,
  type SavedFilter,
} from '../../../state/saved-filters.ts';
import { isViewer } from '../../../state/mode.ts';
import { hiddenSessions, letterOf, sessionOf, THIS_SESSION } from './sessions.ts';
import { isOfAssistant } from './sources.ts';

/** A segment of a path, with the number of requests below it. */
export interface PathNode {
  /** The segment with its slash. */
  readonly label: string;
  readonly path: string;
  count: number;
  readonly children: Map<string, PathNode>;
}

export interface HostNode extends PathNode {
  readonly host: string;
  isDecrypted: boolean;
}

/** The number of requests of each source. */
export interface SourceCounts {
  readonly total: number;
  /** The bytes of all responses. */
  readonly bytes: number;
  readonly pinned: number;
  readonly errors: number;
  /** The calls to language models and the MCP messages. */
  readonly assistants: number;
  /** The apps, the busiest first. */
  readonly apps: readonly (readonly [app: string, count: number])[];
  /** All sessions; the other numbers are of those that are shown. */
  readonly sessions: readonly SessionCount[];
  readonly hosts: readonly HostNode[];
  readonly saved: readonly SavedCount[];
  /** The titles of the tools that acted. */
  readonly tools: readonly string[];
}

export interface SessionCount {
  readonly session: string;
  count: number;
  /** When its first and its last request began, in ISO 8601; null without one. */
  firstAt: string | null;
  lastAt: string | null;
  /** Requests that no limit drops. */
  pinned: number;
  colored: number;
  commented: number;
  /** When the first request began that a limit may drop; null without one. */
  droppableAt: string | null;
}

interface SavedCount {
  readonly name: string;
  readonly text: string;
  /** Null for a filter that looks into the content. */
  readonly count: number | null;
}

/** The milliseconds between two counts: at thousands of requests a second, nobody reads them more often. */
const PACE_MS = 500;

export const sourceCounts = createDerived([flowList, savedFilters, hiddenSessions], PACE_MS, () =>
  countSources(flowList.get().flows, compiledFilters(savedFilters.get()), hiddenSessions.get()),
);

/** Returns the number of sessions that the list shows. */
export function useShownSessions(): number {
  const hidden = useStore(hiddenSessions);
  return useSelected(
    sourceCounts,
    ({ sessions }) => sessions.filter(({ session }) => !hidden.has(session)).length,
  );
}

/** Returns the number of a request, behind the letter of its session where there are several. */
export function requestNumber(id: number): string {
  const flow = flowList.get().byId.get(id);
  return flow === undefined || sourceCounts.get().sessions.length < 2
    ? String(id)
    : `${letterOf(sessionOf(flow))} ${id}`;
}

const MAX_DEPTH = 4;
const MAX_CHILDREN = 200;

/** Counts all sources in one pass over the list. */
function countSources(
  all: readonly FlowSummary[],
  saved: readonly SavedFilter[],
  hidden: ReadonlySet<string>,
): SourceCounts {
  const apps = new Map<string, number>();
  const hosts = new Map<string, HostNode>();
  const tools = new Set<string>();
  const flows = hidden.size === 0 ? all : all.filter((flow) => !hidden.has(sessionOf(flow)));
  let [bytes, pinned, errors, assistants] = [0, 0, 0, 0];
  for (const flow of flows) {
    bytes += (flow.responseSize ?? 0) + (flow.receivedBytes ?? 0);
    for (const title of flow.tags) tools.add(title);
    if (flow.pinned === true) pinned += 1;
    if (isError(flow)) errors += 1;
    if (isOfAssistant(flow)) assistants += 1;
    if (flow.app !== null) apps.set(flow.app, (apps.get(flow.app) ?? 0) + 1);
    addToHost(hosts, flow);
  }
  return {
    total: flows.length,
    bytes,
    pinned,
    errors,
    assistants,
    tools: [...tools],
    saved: saved.map(({ name, text, matches }) => ({
      name,
      text,
      count: needsContent(text) ? null : flows.filter(matches).length,
    })),
    apps: [...apps].sort(byCount),
    sessions: countSessions(all),
    hosts: [...hosts.values()].sort((a, b) => b.count - a.count || a.host.localeCompare(b.host)),
  };
}

function countSessions(flows: readonly FlowSummary[]): readonly SessionCount[] {
  const sessions = new Map<string, SessionCount>(
    isViewer ? [] : [[THIS_SESSION, emptySession(THIS_SESSION)]],
  );
  for (const flow of flows) {
    const key = sessionOf(flow);
    const session = sessions.get(key) ?? emptySession(key);
    sessions.set(key, session);
    addToSession(session, flow);
  }
  return [...sessions.values()];
}

function emptySession(session: string): SessionCount {
  const nothing = { count: 0, pinned: 0, colored: 0, commented: 0 };
  return { session, firstAt: null, lastAt: null, droppableAt: null, ...nothing };
}

function addToSession(session: SessionCount, { startedAt, pinned, color, comment }: FlowSummary): void {
  session.count += 1;
  session.firstAt ??= startedAt;
  session.lastAt = startedAt;
  if (pinned === true) session.pinned += 1;
  else if (color !== undefined) session.colored += 1;
  else if (comment !== undefined) session.commented += 1;
  else session.droppableAt ??= startedAt;
}

function addToHost(hosts: Map<string, HostNode>, flow: FlowSummary): void {
  const { host } = flow;
  let node: PathNode & Partial<HostNode> = hosts.get(host) ?? {
    host,
    label: host,
    path: '',
    count: 0,
    children: new Map(),
    isDecrypted: false,
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
