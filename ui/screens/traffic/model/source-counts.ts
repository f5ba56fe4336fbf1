// The number of requests of each source. Requests are counted as they come and go; here the numbers are put together.
import { isError } from '../../../../src/flow/filter/index.ts';
import { createDerived } from '../../../state/derived.ts';
import type { CommonPart } from '../../../state/flow-table/index.ts';
import type { TreeNode } from '../../../state/flow-counters.ts';
import { flowCounters, flowList, flowTable } from '../../../state/flows.ts';
import { isViewer } from '../../../state/mode.ts';
import { countedFilters, savedCounts, type SavedCount } from '../../../state/saved-counts.ts';
import { savedFilters } from '../../../state/saved-filters.ts';
import { useSelected, useStore } from '../../../state/store.ts';
import { hiddenSessions, letterOf, sessionOf, THIS_SESSION } from './sessions.ts';
import { isOfAssistant } from './sources.ts';

/** A host or a segment of a path, with the number of requests below it in all sessions that are shown. */
export class PathNode {
  /** The segment with its slash. */
  readonly label: string;
  readonly path: string;
  readonly count: number;
  /** One for each session. */
  readonly #nodes: readonly TreeNode[];

  constructor(label: string, path: string, nodes: readonly TreeNode[]) {
    this.label = label;
    this.path = path;
    this.count = nodes.reduce((sum, { count }) => sum + count, 0);
    this.#nodes = nodes;
  }

  get hasChildren(): boolean {
    return this.#nodes.some(({ children }) => children.size > 0);
  }

  /** Returns the segments below, the busiest first. */
  children(): readonly PathNode[] {
    return [...joined(this.#nodes.map(({ children }) => children))]
      .map(([label, nodes]) => new PathNode(label, this.path + label, nodes))
      .sort((a, b) => b.count - a.count);
  }
}

export interface HostNode {
  readonly host: string;
  readonly isDecrypted: boolean;
  readonly node: PathNode;
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

/** The milliseconds between two looks at the numbers: at thousands of requests a second, nobody reads them more often. */
const PACE_MS = 500;

export const sourceCounts = createDerived(
  [flowList, savedFilters, countedFilters, hiddenSessions],
  PACE_MS,
  () => countSources(hiddenSessions.get()),
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
  const flow = flowTable.find(id);
  return flow === undefined || sourceCounts.get().sessions.length < 2
    ? String(id)
    : `${letterOf(sessionOf(flow))} ${id}`;
}

function countSources(hidden: ReadonlySet<string>): SourceCounts {
  const apps = new Map<string, number>();
  const tools = new Set<string>();
  const decrypted = new Set<string>();
  let [total, bytes, pinned, errors, assistants] = [0, 0, 0, 0, 0];
  for (const { fields, origin, rows, bytes: received } of flowTable.commonParts) {
    if (hidden.has(sessionOf(fields))) continue;
    total += rows;
    bytes += received;
    for (const title of fields.tags) tools.add(title);
    if (fields.pinned === true) pinned += rows;
    if (isError(fields)) errors += rows;
    if (isOfAssistant(fields)) assistants += rows;
    if (fields.app !== null) apps.set(fields.app, (apps.get(fields.app) ?? 0) + rows);
    if (fields.decrypted || /^(?:http|mcp):/.test(origin)) decrypted.add(fields.host);
  }
  const shown = [...flowCounters.sessions].filter(([session]) => !hidden.has(session));
  return {
    total,
    bytes,
    pinned,
    errors,
    assistants,
    tools: [...tools],
    saved: savedCounts(hidden),
    apps: [...apps].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])),
    sessions: countSessions(),
    hosts: [...joined(shown.map(([, { hosts }]) => hosts))]
      .map(([host, nodes]) => {
        return { host, isDecrypted: decrypted.has(host), node: new PathNode(host, '', nodes) };
      })
      .sort((a, b) => b.node.count - a.node.count || a.host.localeCompare(b.host)),
  };
}

/** Returns the nodes of several trees by their labels. */
function joined(trees: readonly ReadonlyMap<string, TreeNode>[]): ReadonlyMap<string, readonly TreeNode[]> {
  const nodes = new Map<string, TreeNode[]>();
  for (const tree of trees)
    for (const [label, node] of tree) {
      const known = nodes.get(label);
      if (known === undefined) nodes.set(label, [node]);
      else known.push(node);
    }
  return nodes;
}

function countSessions(): readonly SessionCount[] {
  const sessions = new Map<string, SessionCount>(
    isViewer ? [] : [[THIS_SESSION, emptySession(THIS_SESSION)]],
  );
  for (const session of flowCounters.sessions.keys()) sessions.set(session, emptySession(session));
  for (const common of flowTable.commonParts) addCommonPart(sessions.get(sessionOf(common.fields))!, common);
  addTimes(sessions);
  return [...sessions.values()];
}

function emptySession(session: string): SessionCount {
  const nothing = { count: 0, pinned: 0, colored: 0, commented: 0 };
  return { session, firstAt: null, lastAt: null, droppableAt: null, ...nothing };
}

function addCommonPart(session: SessionCount, { fields, rows }: CommonPart): void {
  const { pinned, color, comment } = fields;
  session.count += rows;
  if (pinned === true) session.pinned += rows;
  else if (color !== undefined) session.colored += rows;
  else if (comment !== undefined) session.commented += rows;
}

/** Looks for the first and the last request of each session, from the ends of the list. */
function addTimes(sessions: ReadonlyMap<string, SessionCount>): void {
  const counts = [...sessions.values()];
  let first = counts.filter(({ count }) => count > 0).length;
  let last = first;
  let droppable = counts.filter(
    ({ count, pinned, colored, commented }) => count > pinned + colored + commented,
  ).length;
  flowTable.visitWhile(false, (row) => {
    const session = sessions.get(sessionOf(row))!;
    if (session.firstAt === null) {
      session.firstAt = row.startedAt;
      first -= 1;
    }
    const { pinned, color, comment } = row;
    if (session.droppableAt === null && pinned !== true && color === undefined && comment === undefined) {
      session.droppableAt = row.startedAt;
      droppable -= 1;
    }
    return first > 0 || droppable > 0;
  });
  flowTable.visitWhile(true, (row) => {
    const session = sessions.get(sessionOf(row))!;
    if (session.lastAt === null) {
      session.lastAt = row.startedAt;
      last -= 1;
    }
    return last > 0;
  });
}
