// The traffic screen: sources at the left, the list in the middle, and one request in detail below or at the right.
import { lazy, memo, Suspense, useState, type DragEvent } from 'react';
import { count } from '../../state/actions.ts';
import { StatusFigures, TopActions, Sash } from '../../parts/index.ts';
import { countText, sizeText } from '../../format/measures.ts';
import { flowList } from '../../state/flows.ts';
import { useMedia } from '../../state/media.ts';
import { isViewer } from '../../state/mode.ts';
import { useStore } from '../../state/store.ts';
import type { ScreenProps } from '../contract.ts';
import { Dialogs } from './actions/dialogs-view.tsx';
import { dialog } from './actions/dialogs.ts';
import { openFiles } from './actions/request-actions.ts';
import { isDrawerOpen, isSidebarOpen } from './actions/screen-actions.ts';
import { TopButtons } from './actions/top-buttons.tsx';
import { TrafficCommands } from './actions/traffic-commands.tsx';
import { DetailArea } from './detail-area.tsx';
import { HitCommands } from './detail/hit-steps.tsx';
import { FilterBar } from './filter/filter-bar.tsx';
import { EmptyList } from './list/empty-list.tsx';
import { FlowList } from './list/flow-list.tsx';
import { KeptSessions } from './list/kept-sessions.tsx';
import { SearchBar } from './list/search-bar.tsx';
import { agentRun } from './model/agent-runs.ts';
import { useAddress } from './model/address.ts';
import { compared } from './model/compared.ts';
import { sidebarWidth, useDock, useIsOver } from './model/dock.ts';
import { useTraffic, type Traffic } from './model/rows.ts';
import { useContentSearch } from './model/search.ts';
import { isDetailOpen, selection } from './model/selection.ts';
import { sourceCounts, useShownSessions } from './model/source-counts.ts';
import { Sidebar } from './sources/sidebar.tsx';
import css from './traffic.module.css';

const CompareView = lazy(async () => ({ default: (await import('./compare/compare-view.tsx')).CompareView }));

const AgentView = lazy(async () => ({ default: (await import('./agents/agent-view.tsx')).AgentView }));

export function TrafficScreen({ params }: ScreenProps) {
  const traffic = useTraffic();
  useContentSearch();
  useAddress(params);
  const pair = useStore(compared);
  const run = useStore(agentRun);
  return (
    <>
      <SidebarArea held={traffic.held} />
      {pair === null && run === null && (
        <>
          <Center traffic={traffic} />
          <TrafficCommands rows={traffic.rows} />
          <HitCommands rows={traffic.rows} hits={traffic.hits} />
        </>
      )}
      <Suspense fallback={null}>
        {pair !== null ? <CompareView pair={pair} /> : run !== null && <AgentView id={run} />}
      </Suspense>
      <TopActions>
        <TopButtons />
      </TopActions>
      <Figures shown={traffic.rows.length} total={traffic.total} />
      <Dialogs />
    </>
  );
}

const SidebarArea = memo(function SidebarArea({ held }: Pick<Traffic, 'held'>) {
  const isNarrow = useMedia('(max-width: 1279px)');
  const isShown = useStore(isSidebarOpen);
  const isDrawer = useStore(isDrawerOpen);
  const width = useStore(sidebarWidth);
  if (isNarrow ? !isDrawer : !isShown) return null;
  return (
    <>
      {isNarrow && <div className={css['drawerScrim']} onClick={() => isDrawerOpen.set(false)} aria-hidden />}
      <aside className={css['sidebar']} style={{ width }} aria-label="Sources" data-region>
        <Sidebar held={held} />
        <Sash
          label="Width of the sources"
          orientation="vertical"
          {...{ size: width, min: 168, max: 360, initial: 216 }}
          onResize={sidebarWidth.set}
        />
      </aside>
    </>
  );
});

function Center({ traffic }: { readonly traffic: Traffic }) {
  const { cursor } = useStore(selection);
  const docked = useDock();
  const isOpen = useStore(isDetailOpen) && cursor !== null;
  const isOver = useIsOver() && isOpen;
  const drop = useFileDrop();
  return (
    <div className={css['center']} {...drop.handlers}>
      <KeptSessions />
      <div className={css['split']} data-dock={docked}>
        <div className={css['listArea']} inert={isOver}>
          <FilterBar shown={traffic.rows.length} total={traffic.total} />
          <SearchBar />
          <div className={css['list']}>
            <FlowList
              rows={traffic.rows}
              sections={traffic.sections}
              held={traffic.held}
              hits={traffic.hits}
              isWorking={traffic.isWorking}
            />
            {traffic.rows.length === 0 && <EmptyList traffic={traffic} />}
          </div>
          {drop.isOver && (
            <div className={css['dropping']}>
              <span>Drop to open</span>
            </div>
          )}
        </div>
        {isOpen && <DetailArea id={cursor} isOver={isOver} />}
      </div>
    </div>
  );
}

function Figures({ shown, total }: { readonly shown: number; readonly total: number }) {
  const { ids } = useStore(selection);
  const { errors, bytes } = useStore(sourceCounts);
  const { dropped } = useStore(flowList);
  const sessions = useShownSessions();
  const all = `${count(total, 'request')}${sessions > 1 ? ` in ${sessions} sessions` : ''}`;
  return (
    <StatusFigures>
      <span>{total === 0 ? 'No requests' : shown < total ? `${countText(shown)} of ${all}` : all}</span>
      {ids.size > 1 && <span>{countText(ids.size)} selected</span>}
      {errors > 0 && <span>{count(errors, 'error')}</span>}
      {bytes > 0 && <span>{sizeText(bytes)}</span>}
      {dropped > 0 && (
        <button
          type="button"
          title="The oldest requests, which the list had no room for. Raise limit…"
          aria-label={`${countText(dropped)} dropped. Raise limit…`}
          onClick={() => dialog.set({ type: 'limit' })}
        >
          {countText(dropped)} dropped
        </button>
      )}
    </StatusFigures>
  );
}

/** Opens files that are dropped on the screen. */
function useFileDrop() {
  const [isOver, setOver] = useState(false);
  const hasFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');
  return {
    isOver,
    // A viewer shows only the files that it was started with.
    handlers: isViewer
      ? {}
      : {
          onDragOver(event: DragEvent) {
            if (!hasFiles(event)) return;
            event.preventDefault();
            setOver(true);
          },
          onDragLeave(event: DragEvent) {
            if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
          },
          onDrop(event: DragEvent) {
            if (!hasFiles(event)) return;
            event.preventDefault();
            setOver(false);
            void openFiles([...event.dataTransfer.files]);
          },
        },
  };
}
