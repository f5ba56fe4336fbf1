// Runs of AI agents as sources: one is shown in place of the list.
import { Bot } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { countText } from '../../../format/measures.ts';
import { useStore } from '../../../state/store.ts';
import { agentRun, useAgentRuns, type ListedRun } from '../model/agent-runs.ts';
import { compared } from '../model/compared.ts';
import css from './sources.module.css';

/** Runs that are listed, the newest first. */
const MAX_RUNS = 20;

export function AgentRuns() {
  const runs = useAgentRuns();
  if (runs.length === 0) return null;
  return (
    <>
      <div className={css['group']}>Agent runs</div>
      <div role="tree" aria-label="Agent runs">
        {runs
          .slice(-MAX_RUNS)
          .toReversed()
          .map((run) => (
            <RunItem key={run.id} run={run} />
          ))}
      </div>
    </>
  );
}

function RunItem({ run: { id, name, totals } }: { readonly run: ListedRun }) {
  const isCurrent = useStore(agentRun) === id;
  const title = name === '' ? `Run ${id}` : name;
  const show = (): void => {
    compared.set(null);
    agentRun.set(id);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    show();
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      role="treeitem"
      className={css['item']}
      aria-level={1}
      aria-selected={isCurrent}
      tabIndex={isCurrent ? 0 : -1}
      style={{ paddingLeft: 8 }}
      title={title}
      onClick={show}
      onKeyDown={onKeyDown}
    >
      <span className={css['icon']} aria-hidden>
        <Bot />
      </span>
      <span className={css['label']} dir="auto">
        {title}
      </span>
      <span className={css['count']}>{countText(totals.steps)}</span>
    </div>
  );
}
