// A run beside an earlier one: the last of the same selection, environment and data, or one that was chosen.
import { useEffect, useState } from 'react';
import type { ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { rpc } from '../../../api/client.ts';
import { dateTimeText, durationText, sizeText } from '../../../format/measures.ts';
import { Button, classes, Menu, SectionHead } from '../../../parts/index.ts';
import table from '../../../parts/table.module.css';
import { attempt } from '../../../state/actions.ts';
import type { RunTotals } from './run-events.ts';
import type { RunModel } from './run-model.ts';
import { shortTime } from './short-time.ts';
import css from './runs.module.css';
import results from './results.module.css';

type PastRun = ResultOf<'client.runs'>['past'][number];

export function Comparison({ run }: { readonly run: RunModel }) {
  const [chosen, setChosen] = useState<PastRun | null>(null);
  const [past, setPast] = useState<readonly PastRun[]>([]);
  const { start, channel, isGoing } = run;
  useEffect(() => {
    void attempt('The earlier runs cannot be read', async () => {
      const { past: all } = await rpc('client.runs', { limit: 50 });
      setPast(all);
    });
  }, [isGoing]);
  if (start === null) return null;
  const others = past.filter(({ id, collection }) => id !== channel && collection.name === start.collection);
  const before =
    chosen === null
      ? start.before
      : { startedAt: chosen.startedAt, totals: chosen.totals as unknown as RunTotals };
  const note =
    chosen !== null
      ? 'chosen'
      : start.repeats === null
        ? 'same environment and data'
        : 'whose failed ran again';
  return (
    <section aria-label="Comparison">
      <SectionHead
        title={before === null ? 'Not compared' : `Compared with ${shortTime(before.startedAt)}`}
        note={before === null ? 'no earlier run of the same' : note}
      >
        {others.length > 0 && (
          <Menu
            align="end"
            entries={others.map((each) => ({
              label: `${dateTimeText(new Date(each.startedAt).toISOString()).slice(0, -7)}, ${each.environment ?? 'no environment'}`,
              hint: each.success ? 'passed' : 'failed',
              checked: each.id === chosen?.id,
              onSelect: () => setChosen(each),
            }))}
          >
            <Button size="small">Choose run</Button>
          </Menu>
        )}
      </SectionHead>
      {before !== null && <Rows run={run} startedAt={before.startedAt} before={before.totals} />}
    </section>
  );
}

interface RowsProps {
  readonly run: RunModel;
  readonly startedAt: number;
  readonly before: RunTotals;
}

function Rows({ run, startedAt, before }: RowsProps) {
  const { counts, isGoing } = run;
  const [p50 = 0, p95 = 0] = run.percentiles([0.5, 0.95]);
  const rows: readonly Compared[] = [
    { title: 'Requests', before: before.requests, now: run.done, text: String, isWorse: () => false },
    { title: 'Tests failed', before: before.failedTests, now: counts.failedTests, text: String },
    { title: 'p50', before: before.responseMs.median, now: p50, text: durationText, isWorse: isSlower },
    { title: 'p95', before: before.responseMs.p95, now: p95, text: durationText, isWorse: isSlower },
    {
      title: 'Received',
      before: before.receivedBytes,
      now: counts.receivedBytes,
      text: sizeText,
      isWorse: () => false,
    },
  ];
  return (
    <div role="table" aria-label="Figures of both runs" className={results['compared']}>
      <div role="row" className={table['head']}>
        <span role="columnheader">
          <span className="visually-hidden">Figure</span>
        </span>
        <span role="columnheader" className={table['numeric']}>
          {shortTime(startedAt)}
        </span>
        <span role="columnheader" className={table['numeric']}>
          Now
        </span>
        <span role="columnheader" className={table['numeric']}>
          <span className="visually-hidden">Difference</span>
        </span>
      </div>
      {rows.map((row) => (
        <ComparedRow key={row.title} row={row} isGoing={isGoing} />
      ))}
    </div>
  );
}

interface Compared {
  readonly title: string;
  readonly before: number;
  readonly now: number;
  readonly text: (value: number) => string;
  readonly isWorse?: (before: number, now: number) => boolean;
}

function ComparedRow({ row, isGoing }: { readonly row: Compared; readonly isGoing: boolean }) {
  const { title, before, now, text, isWorse = (one, other) => other > one } = row;
  const worse = isWorse(before, now);
  const difference = now - before;
  const sign = difference > 0 ? '+' : '−';
  return (
    <div role="row" className={table['row']}>
      <span role="rowheader">{title}</span>
      <span role="cell" className={table['numeric']}>
        {text(before)}
      </span>
      <span role="cell" className={classes(table['numeric'], worse && css['failedText'])}>
        {text(now)}
      </span>
      <span role="cell" className={classes(table['numeric'], worse ? css['failedText'] : css['quiet'])}>
        {difference === 0 ? '0' : isGoing && !worse ? 'running' : `${sign}${text(Math.abs(difference))}`}
      </span>
    </div>
  );
}

/** Fewer milliseconds do not stand out, whatever their share. */
const SLOWER_MS = 10;

/** Below a twentieth nothing stands out. */
function isSlower(before: number, now: number): boolean {
  return now > before * 1.05 && now - before >= SLOWER_MS;
}
