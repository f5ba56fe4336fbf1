// A run that goes on or has ended: how far it is, its rows, one of them in full, and what differs from the run before.
import { Download, FileCode2, Pause, Play, RotateCcw, Settings2, Square } from 'lucide-react';
import { useState } from 'react';
import { Button, Menu, Note, PaneHead } from '../../../parts/index.ts';
import { count } from '../../../state/actions.ts';
import { useMedia } from '../../../state/media.ts';
import { openTab } from '../model/tabs.ts';
import { objectKey } from '../model/workspace.ts';
import { Comparison } from './comparison.tsx';
import { pauseRun, stopRun } from './live.ts';
import { Matrix } from './matrix.tsx';
import { REPORT_TITLES, saveReport } from './reports.ts';
import { RowDetail } from './row-detail.tsx';
import { useRunCommands } from './run-commands.ts';
import type { RunRow } from './run-events.ts';
import { Figures } from './run-figures.tsx';
import type { RowFilter, RunModel } from './run-model.ts';
import { RunRows } from './run-rows.tsx';
import css from './runs.module.css';

interface LivePaneProps {
  readonly run: RunModel;
  readonly title: string;
  readonly note: string;
  readonly onAgain: () => void;
  /** Sends what failed again. */
  readonly onFailedAgain: () => void;
  readonly onSetup: () => void;
  readonly onSnippet: () => void;
}

export function LivePane(props: LivePaneProps) {
  const { run, title, note, onAgain } = props;
  const [filter, setFilter] = useState<RowFilter>('all');
  const [selected, setSelected] = useState<number | null>(null);
  const isWide = useMedia('(min-width: 1280px)');
  const row = selected === null ? null : (run.rowAt(selected) ?? null);
  useRunCommands(props);
  return (
    <div className={css['page']}>
      <PaneHead wraps title={title} note={note}>
        <Actions {...props} />
      </PaneHead>
      <Progress run={run} />
      <Ending run={run} onAgain={onAgain} />
      <Figures run={run} filter={filter} onFilter={setFilter} />
      <div className={css['body']}>
        <RunRows
          run={run}
          version={run.version}
          filter={filter}
          selected={selected}
          onSelect={setSelected}
          onOpen={openRequest}
        />
        {(isWide || row !== null) && (
          <aside className={css['side']} aria-label="Details of the run">
            {row !== null && (
              <RowDetail
                key={row.index}
                run={run}
                row={row}
                onOpen={openRequest}
                onClose={() => setSelected(null)}
              />
            )}
            {(isWide || row === null) && (
              <>
                <Matrix run={run} version={run.version} onSelect={setSelected} />
                <Comparison run={run} />
              </>
            )}
          </aside>
        )}
      </div>
    </div>
  );
}

/** Reports, and what can be done with the run as it is. */
function Actions({ run, onAgain, onFailedAgain, onSetup, onSnippet }: LivePaneProps) {
  const { isGoing, isPaused, counts, channel } = run;
  const reports = (
    <Menu
      align="end"
      entries={REPORT_TITLES.map(([format, label]) => ({
        label,
        disabled: run.rows.length === 0 ? 'Nothing has ended yet' : false,
        onSelect: () => channel !== null && void saveReport(channel, format),
      }))}
    >
      <Button icon={Download}>Report</Button>
    </Menu>
  );
  if (isGoing)
    return (
      <>
        {reports}
        <Button
          kind="line"
          icon={isPaused ? Play : Pause}
          disabled={channel === null}
          onClick={() => void pauseRun(run, !isPaused)}
        >
          {isPaused ? 'Go on' : 'Pause'}
        </Button>
        <Button
          kind="line"
          icon={Square}
          keys="mod+."
          disabled={channel === null}
          onClick={() => void stopRun(run)}
        >
          Stop
        </Button>
      </>
    );
  return (
    <>
      {reports}
      <Button icon={FileCode2} onClick={onSnippet}>
        Run in CI…
      </Button>
      <Button icon={Settings2} onClick={onSetup}>
        Set-up
      </Button>
      {counts.failed > 0 && (
        <Button kind="line" icon={RotateCcw} onClick={onFailedAgain}>
          Run failed again
        </Button>
      )}
      <Button kind="primary" icon={Play} keys="mod+enter" onClick={onAgain}>
        Run again
      </Button>
    </>
  );
}

function openRequest({ request }: RunRow): void {
  openTab(objectKey('request', request));
}

function Progress({ run }: { readonly run: RunModel }) {
  const { start, done, isGoing, isPaused } = run;
  const total = start?.total ?? 0;
  const share = total === 0 ? (isGoing ? 0 : 1) : Math.min(1, done / total);
  return (
    <div
      className={css['progress']}
      role="progressbar"
      aria-label="Requests of the run"
      aria-valuemin={0}
      aria-valuemax={Math.max(total, done)}
      aria-valuenow={done}
      data-state={isGoing ? (isPaused ? 'paused' : 'going') : 'ended'}
    >
      <span style={{ width: `${share * 100}%` }} />
    </div>
  );
}

function Ending({ run, onAgain }: Pick<LivePaneProps, 'run' | 'onAgain'>) {
  const { end, done, start } = run;
  if (end === null) return null;
  if (end.outcome === 'ended') {
    const stopped = end.totals.stopped;
    return (
      <>
        {stopped !== null && (
          <p className={css['note']} role="status">
            Ended early: {stopped}. {count(done, 'request')} of {start?.total ?? 0}.
          </p>
        )}
        {end.notKept !== null && (
          <p className={css['note']} role="status">
            Later requests could not be kept for details and reports: {end.notKept}
          </p>
        )}
      </>
    );
  }
  const isLost = end.outcome === 'lost';
  return (
    <Note
      tone="danger"
      icon={Square}
      title={
        isLost
          ? `The run ended at ${done} of ${start?.total ?? 0} requests`
          : end.outcome === 'refused'
            ? 'The run has not begun'
            : 'The run has failed'
      }
      actions={
        <Button kind="line" onClick={onAgain}>
          Run again
        </Button>
      }
    >
      {end.reason}
      {isLost && '. Its rows stay here until the tab is closed.'}
    </Note>
  );
}
