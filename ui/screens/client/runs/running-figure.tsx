// The runs that go on, in the status bar; each leads to its tab.
import { openTab } from '../model/tabs.ts';
import { useRunning } from './live.ts';
import css from './runs.module.css';

export function RunningFigure() {
  return useRunning().map(([tab, { start, done, isPaused }]) => (
    <button key={tab} type="button" className={css['running']} onClick={() => openTab(tab)}>
      {isPaused ? 'Paused' : 'Running'} {start?.collection ?? 'a collection'}, {done.toLocaleString('en')} of{' '}
      {(start?.total ?? 0).toLocaleString('en')}
    </button>
  ));
}
