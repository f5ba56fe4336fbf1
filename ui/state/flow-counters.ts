// Numbers of requests that are kept up while requests come and go: of the sessions, of paths below hosts, and of saved
// filters. Whatever the common parts of the table tell is not counted here.
import { pathOf } from '../../src/flow/filter/index.ts';
import type { FlowSummary } from '../../src/session/methods/ui-types.ts';
import type { FlowTable, LookedAt, RowObserver } from './flow-table/index.ts';
import { inSlices } from './slices.ts';

/** A host or a folder, with the number of requests below it. */
export interface TreeNode {
  count: number;
  /** By segments with their slashes. */
  readonly children: Map<string, TreeNode>;
}

export interface SessionTally {
  count: number;
  /** When its first request began, in epoch milliseconds. */
  began: number;
  readonly hosts: Map<string, TreeNode>;
  /** The numbers of the filters that are counted. */
  readonly found: number[];
}

type Test = (flow: FlowSummary) => boolean;

const MAX_DEPTH = 4;
const MAX_CHILDREN = 200;
/** Rows that are looked at in one step. */
const STEP = 500;

export class FlowCounters implements RowObserver {
  /** By the names of their files; empty for what is captured now. */
  readonly sessions = new Map<string, SessionTally>();
  readonly #table: FlowTable;
  #tests: readonly Test[] = [];
  /** The filters have been counted for rows up to this id. */
  #countedTo = Infinity;
  #stop: () => void = () => undefined;

  constructor(table: FlowTable) {
    this.#table = table;
    table.observe(this);
  }

  /** Counts these filters instead of those before. `done` is called when all requests have been looked at. */
  countFilters(tests: readonly Test[], done: () => void): void {
    this.#stop();
    this.#tests = tests;
    for (const { found } of this.sessions.values()) found.length = 0;
    this.#stop = inSlices(this.#countAll(done));
  }

  entered(row: LookedAt): void {
    const tally = this.#tallyOf(row);
    tally.count += 1;
    tally.began = Math.min(tally.began, row.startMs);
    row.mark = enterPath(tally.hosts, row);
    if (row.id <= this.#countedTo) this.#countFound(tally, row, 1);
  }

  left(row: LookedAt): void {
    const tally = this.#tallyOf(row);
    tally.count -= 1;
    leavePath(tally.hosts, row);
    if (row.id <= this.#countedTo) this.#countFound(tally, row, -1);
    if (tally.count === 0) this.sessions.delete(sessionKey(row));
  }

  *#countAll(done: () => void): Generator<void, void, undefined> {
    this.#countedTo = -1;
    if (this.#tests.length > 0)
      for (;;) {
        const last = this.#table.visit(this.#countedTo, STEP, (row) =>
          this.#countFound(this.#tallyOf(row), row, 1),
        );
        if (last === null) break;
        this.#countedTo = last;
        yield;
      }
    this.#countedTo = Infinity;
    done();
  }

  #countFound({ found }: SessionTally, row: FlowSummary, by: 1 | -1): void {
    for (const [at, test] of this.#tests.entries()) if (test(row)) found[at] = (found[at] ?? 0) + by;
  }

  #tallyOf(row: FlowSummary): SessionTally {
    const key = sessionKey(row);
    let tally = this.sessions.get(key);
    if (tally === undefined) {
      tally = { count: 0, began: Infinity, hosts: new Map(), found: [] };
      this.sessions.set(key, tally);
    }
    return tally;
  }
}

function sessionKey({ openedFrom = '' }: FlowSummary): string {
  return openedFrom;
}

/** Counts a row at its host and in its folders. Returns the number of folders, of which there may be too many to count all. */
function enterPath(hosts: Map<string, TreeNode>, row: FlowSummary): number {
  let node = childOf(hosts, row.host);
  let depth = 0;
  for (const label of folders(row)) {
    if (!node.children.has(label) && node.children.size >= MAX_CHILDREN) break;
    node = childOf(node.children, label);
    depth += 1;
  }
  return depth;
}

function childOf(nodes: Map<string, TreeNode>, key: string): TreeNode {
  let node = nodes.get(key);
  if (node === undefined) {
    node = { count: 0, children: new Map() };
    nodes.set(key, node);
  }
  node.count += 1;
  return node;
}

function leavePath(hosts: Map<string, TreeNode>, row: LookedAt): void {
  let nodes = hosts;
  for (const key of [row.host, ...folders(row).slice(0, row.mark)]) {
    const node = nodes.get(key);
    if (node === undefined) return;
    node.count -= 1;
    if (node.count === 0) nodes.delete(key);
    nodes = node.children;
  }
}

/** Returns the first segments of the path, each with its slash. */
function folders(row: FlowSummary): string[] {
  const segments = pathOf(row).split('?', 1)[0]!.split('/', MAX_DEPTH).slice(1);
  const end = segments.indexOf('');
  return (end < 0 ? segments : segments.slice(0, end)).map((segment) => `/${segment}`);
}
