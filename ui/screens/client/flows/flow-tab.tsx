// A flow in a tab: its steps in order with what they did in the last run, the values after the chosen step, and the
// step itself with the response before it.
import { Ellipsis, Pencil, Play, Save, Square, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useCommands } from '../../../commands/index.ts';
import { durationText } from '../../../format/measures.ts';
import {
  Badge,
  Button,
  IconButton,
  Menu,
  menuCommands,
  PaneHead,
  Sash,
  Spinner,
  type MenuEntry,
} from '../../../parts/index.ts';
import { count } from '../../../state/actions.ts';
import { createPreference, isNumber } from '../../../state/preferences.ts';
import { useStore } from '../../../state/store.ts';
import { editObject } from '../model/objects.ts';
import type { OpenObject } from '../model/open-object.ts';
import { save } from '../model/saving.ts';
import { placed, remove } from '../model/steps.ts';
import { ownTab } from '../model/tabs.ts';
import { RenameObject } from '../parts/rename-object.tsx';
import { ConflictPane } from '../request/conflict-pane.tsx';
import { DeletedNote } from '../request/deleted-note.tsx';
import { discardCommand } from '../request/request-commands.ts';
import { flowRows, shownNumber, type FlowRow } from './flow-rows.ts';
import css from './flow.module.css';
import type { FlowStep } from './flow-steps.ts';
import type { FlowRunState } from './run-state.ts';
import { runFlow, stopFlow, useFlowRun, type RunOptions } from './runs.ts';
import { useRunChoice } from './run-choice.tsx';
import { StepPane } from './step-pane.tsx';
import { Steps } from './steps.tsx';
import { Values } from './values.tsx';

const valuesHeight = createPreference('client.flow.values', 210, isNumber);

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
  const height = useStore(valuesHeight);
  const [chosen, setChosen] = useState<string | null>(lastChosen.get(tabKey) ?? null);
  const [round, setRound] = useState<number | null>(null);
  const rows = flowRows(steps);
  const current = rows.find(({ key }) => key === chosen) ?? null;
  const choose = (key: string | null): void => {
    if (key !== null) lastChosen.set(tabKey, key);
    setChosen(key);
    setRound(null);
  };
  const change = (next: readonly FlowStep[]): void => {
    ownTab(tabKey);
    editObject(tabKey, { steps: next });
  };
  const choice = useRunChoice(tabKey, (options) => void runFlow(tabKey, id, options));
  const [isNaming, setNaming] = useState(false);
  const trash = (): void => {
    const found = placed(tabKey);
    if (found !== null) void remove([found]);
  };
  const entries: readonly MenuEntry[] = [
    { label: 'Rename…', icon: Pencil, onSelect: () => setNaming(true) },
    'separator',
    { label: 'Delete', icon: Trash2, danger: true, onSelect: trash },
  ];
  const isGoing = run !== null && run.end === null;
  const begin = (options: RunOptions = {}): void => choice.ask(options);
  useFlowCommands({ tabKey, object, isGoing, current, entries, begin });
  return (
    <div className={css['tab']}>
      <PaneHead
        wraps
        title={name}
        note={[object.path, count(steps.length, 'step')].filter(Boolean).join(', ')}
      >
        <Outcome run={run} rows={rows} />
        <Button size="small" keys="mod+s" disabled={!object.isUnsaved} onClick={() => void save(tabKey)}>
          Save
        </Button>
        {isGoing ? (
          <Button size="small" kind="line" icon={Square} keys="mod+." onClick={() => void stopFlow(tabKey)}>
            Stop
          </Button>
        ) : (
          <Button size="small" kind="primary" icon={Play} keys="mod+enter" onClick={() => begin()}>
            Run
          </Button>
        )}
        <Menu align="end" entries={entries}>
          <IconButton icon={Ellipsis} size="small" label="More actions of the flow" />
        </Menu>
      </PaneHead>
      {isNaming && <RenameObject {...{ tabKey, name }} onClose={() => setNaming(false)} />}
      {choice.note}
      {object.state === 'deleted' && <DeletedNote tabKey={tabKey} onSave={() => void save(tabKey)} />}
      {object.conflicts.length > 0 ? (
        <ConflictPane tabKey={tabKey} conflicts={object.conflicts} />
      ) : (
        <div className={css['body']}>
          <div className={css['middle']}>
            <Steps
              {...{ steps, rows, run, current }}
              onChoose={choose}
              onChange={change}
              onRunFrom={(from) => begin({ from, keepsValues: run !== null })}
            />
            <Sash
              label="Height of the values"
              orientation="horizontal"
              {...{ size: height, min: 80, max: 480, initial: 210 }}
              reverse
              onResize={valuesHeight.set}
            />
            <div className={css['below']} style={{ height }}>
              <Values {...{ run, rows, round }} step={current?.key ?? null} onRound={setRound} />
            </div>
          </div>
          {current?.type === 'step' && (
            <StepPane key={current.key} {...{ steps, rows, run, round }} row={current} onChange={change} />
          )}
        </div>
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

interface OutcomeProps {
  readonly run: FlowRunState | null;
  readonly rows: readonly FlowRow[];
}

/** The end of the last run, or the step of the present one. */
function Outcome({ run, rows }: OutcomeProps) {
  if (run === null) return null;
  const { end, going, results } = run;
  if (end === null) {
    const last = going.at(-1);
    return (
      <span className={css['going']} role="status">
        <Spinner /> {last === undefined ? 'Running' : `Step ${shownNumber(rows, last)}`}
      </span>
    );
  }
  const failed = results.find(
    ({ hasFailed, step }) =>
      hasFailed && !results.some((each) => each.hasFailed && each.step.startsWith(`${step}.`)),
  );
  const time = durationText(end.durationMs);
  if (end.success) return <Badge tone="ok">Passed, {time}</Badge>;
  return (
    <Badge tone="danger" {...(end.reason !== null && { title: end.reason })}>
      {failed === undefined
        ? (end.reason ?? 'Failed')
        : `Failed at ${shownNumber(rows, failed.step)}, ${time}`}
    </Badge>
  );
}

interface FlowActions extends Pick<FlowTabProps, 'tabKey' | 'object'> {
  readonly isGoing: boolean;
  readonly current: FlowRow | null;
  readonly entries: readonly MenuEntry[];
  readonly begin: (options?: RunOptions) => void;
}

function useFlowCommands({ tabKey, object, isGoing, current, entries, begin }: FlowActions): void {
  const shared = { group: 'client', heading: 'Flow', inFields: true } as const;
  const from = current === null ? null : Number(current.key.split('.', 1)[0]);
  useCommands([
    { ...shared, id: 'client.save', title: 'Save', keys: 'mod+s', icon: Save, run: () => void save(tabKey) },
    { ...discardCommand(tabKey, object), heading: 'Flow' },
    {
      ...shared,
      id: 'client.send',
      title: 'Run the flow',
      keys: 'mod+enter',
      icon: Play,
      run: () => begin(),
    },
    {
      ...shared,
      id: 'client.flow-from',
      title: from === null ? 'Run from here' : `Run from step ${from}`,
      keys: 'mod+alt+enter',
      icon: Play,
      ...(from === null && { why: 'Choose a step' }),
      run: () => from !== null && begin({ from, keepsValues: true }),
    },
    {
      ...shared,
      id: 'client.stop',
      title: 'Stop the flow',
      keys: 'mod+.',
      icon: Square,
      ...(!isGoing && { why: 'Nothing goes on' }),
      run: () => void stopFlow(tabKey),
    },
    ...menuCommands(entries, { group: 'client', heading: 'Flow', id: 'client.flow' }),
  ]);
}
