// Joins what a run has recorded with what is in the file by then: another run may have written it meanwhile.
import type { Flow } from '../flow/flow.ts';
import { rawEntry, type RawEntry } from './file/har.ts';
import type { StoredExchange } from './file/cassette-file.ts';
import { isSameRequest } from './match/same-request.ts';
import type { CanonicalRequest } from './request/canonical.ts';
import { recordedSet, type Recorded } from './recorded.ts';

export interface Merge {
  /** The file when the run began. */
  readonly before: readonly StoredExchange[];
  /** The file now. */
  readonly current: readonly StoredExchange[];
  /** The exchanges of the run, in the order of its requests. */
  readonly own: readonly Flow[];
  readonly ignored: ReadonlySet<string>;
  /** True for an exchange that the run could have recorded. */
  readonly isInScope: (flow: Flow) => boolean;
  readonly isSession: boolean;
}

/** Adds what was unknown. Of a request that another run has added meanwhile, its answer stays. */
export async function withAdded({
  before,
  current,
  own,
  ignored,
}: Merge): Promise<readonly StoredExchange[]> {
  const all = await setOf(current, own, ignored);
  const known = await identities(before, ignored);
  const theirs = all.current.filter(({ identity }) => !known.has(identity));
  const added = all.own.filter((each) => !theirs.some(({ request }) => isSameRequest(request, each.request)));
  return [...current, ...added.map(({ flow }) => ({ flow, raw: null }))];
}

/** Replaces what the run could record. A file that another run has written meanwhile keeps what this one has not asked. */
export async function withReplaced(merge: Merge): Promise<readonly StoredExchange[]> {
  const { before, current, own, ignored, isInScope, isSession } = merge;
  const all = await setOf(current, own, ignored);
  const known = await identities(
    before.filter(({ flow }) => isInScope(flow)),
    ignored,
  );
  const inScope = all.current.filter(({ flow }) => isInScope(flow));
  const now = new Set(inScope.map(({ identity }) => identity));
  const isUntouched = known.size === now.size && [...known].every((each) => now.has(each));
  const stays = (each: Recorded): boolean =>
    !isInScope(each.flow) ||
    (!isUntouched && !all.own.some(({ request }) => isSameRequest(request, each.request)));
  const staying = current.filter((_, index) => stays(all.current[index]!));
  const old = current.map(({ raw }, index) => ({ raw, request: all.current[index]!.request }));
  const recorded = all.own.map(async (each) => ({
    flow: each.flow,
    raw: isSession ? null : await entryLike(each, takeSame(old, each)),
  }));
  return [...staying, ...(await Promise.all(recorded))];
}

interface Old {
  readonly raw: RawEntry | null;
  readonly request: CanonicalRequest;
}

/** Removes and returns the first entry whose request means the same. */
function takeSame(old: Old[], { request }: Recorded): RawEntry | null {
  const at = old.findIndex((each) => isSameRequest(each.request, request));
  return at < 0 ? null : (old.splice(at, 1)[0]?.raw ?? null);
}

/** Returns the entry of an exchange, with the request as it was written before. */
async function entryLike({ flow }: Recorded, before: RawEntry | null): Promise<RawEntry | null> {
  const entry = await rawEntry(flow);
  return entry === null || before === null ? entry : { ...entry, request: before['request'] };
}

async function setOf(
  current: readonly StoredExchange[],
  own: readonly Flow[],
  ignored: ReadonlySet<string>,
): Promise<{ readonly current: readonly Recorded[]; readonly own: readonly Recorded[] }> {
  const { all } = await recordedSet([...current.map(({ flow }) => flow), ...own], ignored);
  return { current: all.slice(0, current.length), own: all.slice(current.length) };
}

async function identities(
  exchanges: readonly StoredExchange[],
  ignored: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const { all } = await recordedSet(
    exchanges.map(({ flow }) => flow),
    ignored,
  );
  return new Set(all.map(({ identity }) => identity));
}
