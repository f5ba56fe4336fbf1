// The bar above a flow: its name, how its run went, and what can be done with it.
import { Ellipsis, Play, Square } from 'lucide-react';
import { Button, IconButton, Menu, PaneHead, type MenuEntry } from '../../../parts/index.ts';
import { count } from '../../../state/actions.ts';
import type { OpenObject } from '../model/open-object.ts';
import { save } from '../model/saving.ts';
import type { FlowRow } from './flow-rows.ts';
import { Outcome } from './outcome.tsx';
import type { FlowRunState } from './run-state.ts';
import { stopFlow } from './runs.ts';

interface FlowHeadProps {
  readonly tabKey: string;
  readonly object: OpenObject;
  readonly name: string;
  /** The number of its steps, without those inside of others. */
  readonly steps: number;
  readonly rows: readonly FlowRow[];
  readonly run: FlowRunState | null;
  readonly entries: readonly MenuEntry[];
  readonly onRun: () => void;
}

export function FlowHead({ tabKey, object, name, steps, rows, run, entries, onRun }: FlowHeadProps) {
  const note = [object.path, count(steps, 'step')].filter((part) => part !== null).join(', ');
  return (
    <PaneHead wraps title={name} note={note}>
      <Outcome run={run} rows={rows} />
      <Button size="small" keys="mod+s" disabled={!object.isUnsaved} onClick={() => void save(tabKey)}>
        Save
      </Button>
      {run?.end === null ? (
        <Button size="small" kind="line" icon={Square} keys="mod+." onClick={() => void stopFlow(tabKey)}>
          Stop
        </Button>
      ) : (
        <Button size="small" kind="primary" icon={Play} keys="mod+enter" onClick={onRun}>
          Run
        </Button>
      )}
      <Menu align="end" entries={entries}>
        <IconButton icon={Ellipsis} size="small" label="More actions of the flow" />
      </Menu>
    </PaneHead>
  );
}
