// A load test that goes on or has ended: figures, thresholds, charts, errors and each request.
import { lazy, Suspense, useState } from 'react';
import { ensureLanguage } from '../../../chart/language.ts';
import { ErrorsPane } from './errors-pane.tsx';
import { Figures } from './figures.tsx';
import { LoadHead } from './load-head.tsx';
import css from './loads.module.css';
import { RequestTable } from './request-table.tsx';
import { StageFigures } from './stage-figures.tsx';
import { ComparedNote, Verdict } from './verdict.tsx';
import { useCompared } from './use-compared.ts';
import { useTotals, type LoadView } from './view.ts';

const Charts = lazy(async () => {
  ensureLanguage();
  return { default: (await import('./charts.tsx')).Charts };
});

export function LoadPage({ view }: { readonly view: LoadView }) {
  const { state, end } = view;
  const totals = useTotals(view);
  const compared = useCompared(view);
  const [selected, setSelected] = useState<string | null>(null);
  const isRunning = end === null;
  return (
    <>
      <LoadHead view={view} compared={compared} />
      {isRunning && <Progress view={view} />}
      <div className={css['page']}>
        {end !== null && state.result === null && (
          <p className={css['failed']} role="alert">
            It has failed{end.reason === null ? '' : `: ${end.reason}`}.
          </p>
        )}
        {!isRunning && state.result !== null && <Verdict view={view} compared={compared} />}
        <Figures view={view} totals={totals} compared={compared} />
        <div className={css['chartArea']}>
          <Suspense fallback={null}>
            <Charts
              view={view}
              compared={compared}
              errors={totals === null ? null : <ErrorsPane totals={totals} />}
            />
          </Suspense>
        </div>
        {totals !== null && (
          <div className={css['requests']}>
            <RequestTable
              totals={totals}
              comparison={compared.comparison}
              selected={selected}
              onSelect={setSelected}
            />
          </div>
        )}
        <StageFigures figures={totals?.perStage ?? []} stages={state.stages} />
        {compared.comparison !== null && <ComparedNote comparison={compared.comparison} />}
      </div>
    </>
  );
}

function Progress({ view: { state } }: { readonly view: LoadView }) {
  const done = Math.min(1, ((state.seconds.at(-1)?.at ?? 0) * 1000) / state.durationMs);
  return (
    <div
      className={css['progress']}
      role="progressbar"
      aria-label="Progress of the load test"
      aria-valuenow={Math.round(100 * done)}
    >
      <div style={{ width: `${100 * done}%` }} />
    </div>
  );
}
