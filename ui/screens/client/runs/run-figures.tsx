// The figures of a run, and which of its rows are shown.
import { durationText, elapsedText } from '../../../format/measures.ts';
import { Segmented } from '../../../parts/index.ts';
import { count } from '../../../state/actions.ts';
import { useNow } from '../../../state/clock.ts';
import type { RowFilter, RunModel } from './run-model.ts';
import css from './runs.module.css';
import results from './results.module.css';

interface FiguresProps {
  readonly run: RunModel;
  readonly filter: RowFilter;
  readonly onFilter: (filter: RowFilter) => void;
}

export function Figures({ run, filter, onFilter }: FiguresProps) {
  const { counts, done, start } = run;
  const [p50, p95] = run.percentiles([0.5, 0.95]);
  return (
    <div className={results['figures']}>
      <span>
        <b>{done.toLocaleString('en')}</b> of {count(start?.total ?? 0, 'request')}
      </span>
      <span className={css['passedText']}>
        <b>{counts.passedTests.toLocaleString('en')}</b> tests passed
      </span>
      <span className={counts.failedTests > 0 ? css['failedText'] : undefined}>
        <b>{counts.failedTests.toLocaleString('en')}</b> failed
      </span>
      <span className={counts.errors > 0 ? css['failedText'] : undefined}>
        <b>{counts.errors.toLocaleString('en')}</b> {counts.errors === 1 ? 'error' : 'errors'}
      </span>
      {p50 !== undefined && p95 !== undefined && (
        <>
          <span>
            p50 <b>{durationText(p50)}</b>
          </span>
          <span>
            p95 <b>{durationText(p95)}</b>
          </span>
        </>
      )}
      {run.dropped > 0 && <span>{count(run.dropped, 'earlier row')} not shown</span>}
      <span className={results['gap']} />
      <Elapsed run={run} />
      <Segmented
        label="Rows"
        value={filter}
        options={[
          ['all', 'All'],
          ['failed', `Failed ${counts.failed.toLocaleString('en')}`],
          ['new', `Newly failed ${counts.newlyFailed.toLocaleString('en')}`],
        ]}
        onChange={onFilter}
      />
    </div>
  );
}

function Elapsed({ run }: { readonly run: RunModel }) {
  const { startedAt, endedAt, isGoing, isPaused, done, start } = run;
  const now = useNow(isGoing);
  const time = endedAt ?? now;
  const left =
    isGoing && !isPaused && start !== null && done > 0
      ? ((time - startedAt) / done) * (start.total - done)
      : null;
  const since = new Date(startedAt).toISOString();
  return (
    <span className={css['quiet']}>
      {isPaused && 'Paused at '}
      {elapsedText(since, time)}
      {left !== null && left > 0 && `, about ${elapsedText(since, startedAt + left)} left`}
    </span>
  );
}
