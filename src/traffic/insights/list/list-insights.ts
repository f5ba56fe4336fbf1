// The insights of a traffic list, kept up: a second look reads only what has changed since the first. Nothing happens
// between two looks, so that traffic which nobody asks about costs nothing.
import type { Flow } from '../../../flow/flow.ts';
import type { RangeStamp } from '../../entry-table.ts';
import type { InsightSection } from '../index.ts';
import { FailureCollector, MAX_FAILURES, type FailedRequest } from '../report/failures.ts';
import { ReportCollector, type Report } from '../report/index.ts';
import { markdownReport } from '../report/markdown.ts';
import type { BodyScanner } from '../scan/body-scanner.ts';
import { scanner, type AnalysisOptions } from '../sections/contract.ts';
import type { TrafficPerformance } from '../sections/performance/index.ts';
import type { PerformanceFinding } from '../sections/performance/top-findings.ts';
import type { SchemaCollector } from '../sections/schema.ts';
import { shownUrl } from '../shown-url.ts';
import { FirstShapes } from './first-shapes.ts';
import { PartTable, type AnalyzedList } from './part-table.ts';
import { Totals } from './totals.ts';

/** Ids of one part. */
const SPAN = 2048;
/** Flows that are read before they are asked for: the newest, if so many are new. */
const MAX_AHEAD = 5000;
const MIN_AHEAD = 500;
/** Parts with more bytes of bodies are left to those who ask. */
const MAX_AHEAD_BYTES = 64 * 1024 * 1024;

const WITH_MESSAGES: ReadonlySet<InsightSection> = new Set(['secrets', 'schema', 'markdown']);

type Stamps = ReadonlyMap<number, RangeStamp>;

export class ListInsights {
  readonly #list: AnalyzedList;
  readonly #parts: PartTable;
  readonly #shapes = new FirstShapes();
  /** All parts together; null where some have changed since. */
  #totals: Totals | null = null;
  /** Settles when the last look has ended; looks come one after another. */
  #turn: Promise<unknown> = Promise.resolve();
  /** Looks that wait, or have not ended. */
  #looks = 0;

  /** `span`: the number of ids in a part. `maxKept`: the number of things that are kept of all. */
  constructor(list: AnalyzedList, span = SPAN, maxKept?: number) {
    this.#list = list;
    this.#parts = new PartTable(list, span, maxKept);
  }

  /** The number of flows whose messages were scanned. */
  get scanned(): number {
    const scanned = this.#parts.inOrder().filter(({ messages }) => messages !== null);
    return scanned.reduce((sum, { count }) => sum + count, 0);
  }

  /** Resolves with a section as plain data; with null for traffic that is too varied to be kept. */
  async section(section: InsightSection, options: AnalysisOptions): Promise<object | null> {
    this.#looks += 1;
    return this.#inTurn(async () => {
      const isRead = await this.#readStale(WITH_MESSAGES.has(section));
      return isRead ? this.#answer(section, options) : null;
    }).finally(() => (this.#looks -= 1));
  }

  /**
   * Reads the newest flows if many of them are new, until `isOver` returns true or somebody looks. Resolves with false
   * when it did not get to the end.
   */
  async ahead(by: BodyScanner, isOver: () => boolean): Promise<boolean> {
    const isStopped = (): boolean => isOver() || this.#looks > 0;
    if (isStopped()) return false;
    return this.#inTurn(async () => {
      await this.#readAhead(by, isStopped);
      return !isStopped();
    });
  }

  async #readAhead(by: BodyScanner, isStopped: () => boolean): Promise<void> {
    const stamps = this.#parts.stamps();
    if (stamps === null) return;
    const stale = this.#parts.stale(newest(stamps), true);
    const added = (number: number): number => (stamps.get(number)?.count ?? 0) - this.#parts.knownIn(number);
    if (stale.reduce((sum, number) => sum + added(number), 0) < MIN_AHEAD) return;
    for (const number of stale) {
      if (isStopped() || (await bytesOf(this.#parts.flowsOf(number))) > MAX_AHEAD_BYTES) continue;
      this.#totals = null;
      await this.#parts.read(number, stamps, by, isStopped);
    }
  }

  /** Resolves with false when there is too much to keep. */
  async #readStale(needsMessages: boolean): Promise<boolean> {
    const stamps = this.#parts.stamps();
    if (stamps === null) return false;
    const stale = this.#parts.stale(stamps, needsMessages);
    if (this.#parts.dropGone(stamps) || stale.length > 0) this.#totals = null;
    for (const number of stale) {
      await this.#parts.read(number, stamps, needsMessages ? scanner : null);
      if (this.#parts.isTooVaried()) return false;
    }
    return true;
  }

  async #answer(section: InsightSection, options: AnalysisOptions): Promise<object | null> {
    const totals = (this.#totals ??= new Totals(this.#parts.inOrder()));
    const { limit, steps, sort, allowedSecrets = new Set() } = options;
    switch (section) {
      case 'agents':
      case 'overview':
        // The order of calls is not kept.
        return null;
      case 'summary':
        return (await totals.summary()).result(limit);
      case 'endpoints':
        return { endpoints: (await totals.endpoints()).result(limit, steps, sort) };
      case 'security':
        return (await totals.security()).result(limit);
      case 'performance':
        return this.#withUrls((await totals.performance()).result(limit));
      case 'secrets':
        return (await totals.secrets(allowedSecrets)).result(limit);
      case 'schema':
        return (await this.#schemas(totals)).result(limit);
      case 'markdown':
        return { markdown: markdownReport(await this.#report(totals, options)) };
    }
  }

  async #report(totals: Totals, { limit, allowedSecrets = new Set() }: AnalysisOptions): Promise<Report> {
    const [secrets, schemas] = [await totals.secrets(allowedSecrets), await this.#schemas(totals)];
    const performance = await this.#withUrls((await totals.performance()).result(limit));
    const failures = await this.#failures(totals.failed.slice(0, Math.min(limit, MAX_FAILURES)));
    const figures = new ReportCollector({
      summary: await totals.summary(),
      endpoints: await totals.endpoints(),
      security: await totals.security(),
    });
    return figures.report(secrets, schemas, limit, { performance, failures });
  }

  async #schemas(totals: Totals): Promise<SchemaCollector> {
    const shapes = this.#parts.inOrder().flatMap(({ messages }) => [...(messages?.shapes ?? [])]);
    await this.#shapes.read(shapes, (ids) => this.#flows(ids));
    return totals.schemas(this.#shapes);
  }

  async #failures(ids: readonly number[]): Promise<readonly FailedRequest[]> {
    const failures = new FailureCollector();
    for await (const flow of this.#flows(new Set(ids))) failures.add(flow);
    return failures.result(ids.length);
  }

  /** Looks up the URLs of findings, of which the ids are kept; those are left out that are gone meanwhile. */
  async #withUrls(findings: TrafficPerformance): Promise<TrafficPerformance> {
    const lists: readonly (readonly PerformanceFinding[])[] = Object.values(findings);
    const urls = new Map<number, string>();
    for await (const { id, url } of this.#flows(new Set(lists.flat().map((each) => each.id))))
      urls.set(id, shownUrl(url));
    const shown = (list: readonly PerformanceFinding[]): readonly PerformanceFinding[] =>
      list.flatMap((finding) => {
        const url = urls.get(finding.id);
        return url === undefined ? [] : [{ ...finding, url }];
      });
    return {
      slowest: shown(findings.slowest),
      slow: shown(findings.slow),
      large: shown(findings.large),
      uncompressed: shown(findings.uncompressed),
      uncached: shown(findings.uncached),
      duplicates: shown(findings.duplicates),
      nPlusOne: shown(findings.nPlusOne),
      redirects: shown(findings.redirects),
    };
  }

  #flows(ids: ReadonlySet<number>): AsyncIterable<Flow> {
    return this.#list.selected((id) => ids.has(id));
  }

  /** Runs work when the work before it has ended. */
  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }
}

/** Returns the last parts, as far as they have the flows that are read ahead. */
function newest(stamps: Stamps): Stamps {
  const parts = new Map<number, RangeStamp>();
  let flows = 0;
  for (const [number, stamp] of [...stamps].reverse()) {
    if (flows >= MAX_AHEAD) break;
    parts.set(number, stamp);
    flows += stamp.count;
  }
  return parts;
}

async function bytesOf(flows: AsyncIterable<Flow>): Promise<number> {
  let bytes = 0;
  for await (const { request, response } of flows)
    bytes += (request?.capturedSize ?? 0) + (response?.capturedSize ?? 0);
  return bytes;
}
