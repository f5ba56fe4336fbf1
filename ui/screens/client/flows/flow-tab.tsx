// A flow in a tab: its steps in order with what they did in the last run, the values after the chosen step, and the
// step itself with the response before it.
import { Database, Download, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { MenuEntry } from '../../../parts/index.ts';
import { useResource } from '../../../state/resource.ts';
import type { OpenObject } from '../model/open-object.ts';
import { save } from '../model/saving.ts';
import { placed, remove } from '../model/steps.ts';
import { workspace } from '../model/workspace.ts';
import { RenameObject } from '../parts/rename-object.tsx';
import { ConflictPane } from '../request/conflict-pane.tsx';
import { DeletedNote } from '../request/deleted-note.tsx';
import { FlowBody } from './flow-body.tsx';
import { useFlowCommands } from './flow-commands.ts';
import { FlowHead } from './flow-head.tsx';
import { flowRows } from './flow-rows.ts';
import css from './flow.module.css';
import type { FlowStep } from './flow-steps.ts';
import { REPORT_TITLES, saveReport } from '../runs/index.ts';
import type { FlowRunState } from './run-state.ts';
import { useRunChoice } from './run-choice.tsx';
import { runFlow, useFlowRun, type RunOptions } from './runs.ts';
import { changeSteps } from './step-history.ts';

interface FlowTabProps {
  readonly tabKey: string;
  readonly id: string;
  readonly object: OpenObject;
}

/** The step that each flow showed last, while the page is open. */
const lastChosen = new Map<string, string>();

export function FlowTab({ tabKey, id, object }: FlowTabProps) {
  const { name, steps } = fieldsOf(object);
  const run = useFlowRun(tabKey);
  const [chosen, setChosen] = useState<string | null>(lastChosen.get(tabKey) ?? null);
  const [isNaming, setNaming] = useState(false);
  const rows = flowRows(steps);
  const current = rows.find(({ key }) => key === chosen) ?? null;
  const choice = useRunChoice(tabKey, (options) => void runFlow(tabKey, id, options));
  const begin = (options: RunOptions = {}): void => choice.ask(options);
  const entries = useFlowMenu(tabKey, run, begin, () => setNaming(true));
  useFlowCommands({ tabKey, object, isGoing: run?.end === null, current, entries, begin });
  return (
    <div className={css['tab']}>
      <FlowHead
        {...{ tabKey, object, name, rows, run, entries }}
        steps={steps.length}
        onRun={() => begin()}
      />
      {isNaming && <RenameObject {...{ tabKey, name }} onClose={() => setNaming(false)} />}
      {choice.note}
      {object.state === 'deleted' && <DeletedNote tabKey={tabKey} onSave={() => void save(tabKey)} />}
      {object.conflicts.length > 0 ? (
        <ConflictPane tabKey={tabKey} conflicts={object.conflicts} />
      ) : (
        <FlowBody
          {...{ steps, rows, run, current }}
          onChoose={(key) => {
            if (key !== null) lastChosen.set(tabKey, key);
            setChosen(key);
          }}
          onChange={(next) => changeSteps(tabKey, steps, next)}
          onRunFrom={(from) => begin({ from, keepsValues: run !== null })}
        />
      )}
    </div>
  );
}

function fieldsOf({ value: { name, steps } }: OpenObject): {
  readonly name: string;
  readonly steps: readonly FlowStep[];
} {
  return {
    name: typeof name === 'string' ? name : '',
    steps: Array.isArray(steps) ? (steps as readonly FlowStep[]) : [],
  };
}

function useFlowMenu(
  tabKey: string,
  run: FlowRunState | null,
  begin: (options: RunOptions) => void,
  onRename: () => void,
): readonly MenuEntry[] {
  const { value } = useResource(workspace);
  const channel = run?.end ? run.channel : null;
  const datasets = (value?.tree ?? []).filter(({ kind }) => kind === 'dataset');
  return [
    {
      label: 'Run for each row of',
      icon: Database,
      ...(datasets.length === 0 && { disabled: 'The workspace has no dataset' }),
      entries: datasets.map(({ id, name }) => ({
        label: name,
        onSelect: () => begin({ dataset: id }),
      })),
    },
    {
      label: 'Report',
      icon: Download,
      disabled: channel === null ? 'Run it first' : false,
      entries: REPORT_TITLES.map(([format, label]) => ({
        label,
        onSelect: () => channel !== null && void saveReport(channel, format),
      })),
    },
    { label: 'Rename…', icon: Pencil, onSelect: onRename },
    'separator',
    {
      label: 'Delete',
      icon: Trash2,
      danger: true,
      onSelect: () => {
        const found = placed(tabKey);
        if (found !== null) void remove([found]);
      },
    },
  ];
}
