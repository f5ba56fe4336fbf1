// The captured requests that the edited rule matches, and those that it nearly matches, with the reason.
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import { durationText, timeText } from '../../format/measures.ts';
import { lastSegment, urlParts } from '../../format/url.ts';
import { locationFragment } from '../../state/location.ts';
import {
  Badge,
  classes,
  MethodText,
  MiddleText,
  SectionHead,
  Segmented,
  StatusText,
} from '../../parts/index.ts';
import table from '../../parts/table.module.css';
import { pausedList } from '../../state/app.ts';
import { flowList, flowTable } from '../../state/flows.ts';
import { useResource } from '../../state/resource.ts';
import { useStore } from '../../state/store.ts';
import { examinedText, type DryRun } from './model/dry-run.ts';
import css from './tools.module.css';

interface MatchesProps {
  readonly height: number;
  readonly name: string;
  readonly result: DryRun['result'];
}

interface Entry {
  readonly id: number;
  readonly why?: string;
}

const ROW = 26;

export function Matches({ height, name, result }: MatchesProps) {
  const [shown, setShown] = useState<'matched' | 'nearly'>('matched');
  useStore(flowList);
  const matched = result?.matched ?? [];
  const nearly = result?.nearly ?? [];
  const all: readonly Entry[] = shown === 'matched' ? matched.map((id) => ({ id })) : nearly;
  const entries = all.toReversed().filter(({ id }) => flowTable.has(id));
  return (
    <section className={css['matches']} style={{ height }} data-region aria-label={`Matches of ${name}`}>
      <SectionHead
        title={`Matches of “${name}”`}
        note={
          result !== null && (
            <Badge tone="accent">
              {counted(matched.length)} of {examinedText(result)}
            </Badge>
          )
        }
      >
        <Segmented
          label="Shown requests"
          value={shown}
          options={[
            ['matched', `Matches ${counted(matched.length)}`],
            ['nearly', `Near misses ${counted(nearly.length)}`],
          ]}
          onChange={setShown}
        />
      </SectionHead>
      {entries.length === 0 ? (
        <p className={css['noMatches']}>{emptyText(result, shown)}</p>
      ) : (
        <Table entries={entries} isNear={shown === 'nearly'} />
      )}
    </section>
  );
}

function Table({ entries, isNear }: { readonly entries: readonly Entry[]; readonly isNear: boolean }) {
  const scroll = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW,
    overscan: 10,
  });
  const { value: paused } = useResource(pausedList);
  const held = new Set(paused?.map(({ requestId }) => requestId));
  return (
    <div className={css['matchTable']} data-near={isNear}>
      <div className={table['head']} aria-hidden>
        <span className={table['numeric']}>#</span>
        <span>Method</span>
        <span>Status</span>
        <span>URL</span>
        {isNear ? <span>Why not</span> : <span>Start</span>}
        {!isNear && <span className={table['numeric']}>Time</span>}
      </div>
      <div className={css['matchScroll']} ref={scroll} tabIndex={0} role="list" aria-label="Requests">
        <div className={css['matchRows']} style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ key, index, start }) => (
            <Row
              key={key}
              entry={entries[index]!}
              start={start}
              isNear={isNear}
              isHeld={held.has(entries[index]!.id)}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

interface RowProps {
  readonly entry: Entry;
  readonly start: number;
  readonly isNear: boolean;
  readonly isHeld: boolean;
}

function Row({ entry: { id, why }, start, isNear, isHeld }: RowProps) {
  const flow = flowTable.find(id);
  if (flow === undefined) return null;
  const { origin, path, query } = urlParts(flow.url);
  const [head, last] = lastSegment(path);
  return (
    <div
      className={classes(table['row'], css['matchRow'])}
      role="listitem"
      style={{ translate: `0 ${start}px` }}
    >
      <span className={classes(table['numeric'], table['quiet'])}>
        <a href={locationFragment('traffic', { id: String(flow.id) })} tabIndex={-1}>
          {flow.id}
        </a>
      </span>
      <span>
        <MethodText flow={flow} />
      </span>
      <span>
        <StatusText flow={flow} isHeld={isHeld} />
      </span>
      <span>
        <MiddleText
          head={<span className={table['quiet']}>{origin + head}</span>}
          end={last}
          query={query}
          title={flow.url}
        />
      </span>
      {isNear ? (
        <span title={why}>{why}</span>
      ) : (
        <>
          <span className={css['start']}>{timeText(flow.startedAt)}</span>
          <span className={classes(table['numeric'], css['start'])}>
            {flow.durationMs === undefined ? '' : durationText(flow.durationMs)}
          </span>
        </>
      )}
    </div>
  );
}

function counted(number: number): string {
  return number.toLocaleString('en');
}

function emptyText(result: DryRun['result'], shown: 'matched' | 'nearly'): string {
  if (result === null) return '';
  if (result.examined === 0) return 'No request has been captured yet.';
  return shown === 'matched'
    ? 'No captured request matches this rule.'
    : 'No request fails a single condition only.';
}
