// The stages of a load test as a table: the same as its profile. Typing in a row moves the handle.
import { Plus, X } from 'lucide-react';
import { Button, IconButton } from '../../../parts/index.ts';
import css from './setup.module.css';
import { NumberCell } from './number-cell.tsx';
import { clock, kindText, maxLoad, MAX_SECONDS, MAX_STAGES, secondsOf } from './setup.ts';
import type { LoadSetup, Stage } from './setup-parts.ts';

interface StageTableProps {
  readonly setup: Pick<LoadSetup, 'of' | 'stages'>;
  readonly selected: number | null;
  readonly onSelect: (at: number) => void;
  readonly onChange: (stages: readonly Stage[]) => void;
}

export function StageTable({ setup, selected, onSelect, onChange }: StageTableProps) {
  const { stages, of } = setup;
  const load = of === 'users' ? 'Users' : 'Iterations a second';
  const move = (at: number, step: -1 | 1): void => {
    const to = at + step;
    const stage = stages[at];
    if (stage === undefined || to < 0 || to >= stages.length) return;
    onChange(stages.toSpliced(at, 1).toSpliced(to, 0, stage));
    onSelect(to);
    focusRow(to);
  };
  return (
    <div className={css['tableBox']}>
      <table className={css['stages']}>
        <caption className="visually-hidden">Stages</caption>
        <Head load={load} />
        <tbody>
          {stages.map((_, at) => (
            <StageRow
              key={at}
              setup={setup}
              at={at}
              load={load}
              isSelected={at === selected}
              onSelect={() => onSelect(at)}
              onMove={(step) => move(at, step)}
              onChange={(stage) => onChange(stages.with(at, stage))}
              onRemove={() => {
                onChange(stages.toSpliced(at, 1));
                focusRow(Math.min(at, stages.length - 2));
              }}
            />
          ))}
        </tbody>
      </table>
      <Button
        size="small"
        icon={Plus}
        disabled={stages.length >= MAX_STAGES}
        onClick={() => {
          onChange([...stages, { seconds: 10, to: stages.at(-1)?.to ?? 10 }]);
          focusRow(stages.length);
        }}
      >
        Add stage
      </Button>
    </div>
  );
}

function Head({ load }: { readonly load: string }) {
  return (
    <thead>
      <tr>
        <th scope="col">Lasts</th>
        <th scope="col">{load}</th>
        <th scope="col" className={css['kind']}>
          Kind
        </th>
        <th scope="col" className={css['number']}>
          Ends at
        </th>
        <th scope="col">
          <span className="visually-hidden">Actions</span>
        </th>
      </tr>
    </thead>
  );
}

interface StageRowProps {
  readonly setup: StageTableProps['setup'];
  readonly at: number;
  /** The title of the column of the load. */
  readonly load: string;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
  readonly onMove: (step: -1 | 1) => void;
  readonly onChange: (stage: Stage) => void;
  readonly onRemove: () => void;
}

function StageRow(props: StageRowProps) {
  const { setup, at, load, isSelected, onSelect, onMove, onChange, onRemove } = props;
  const { stages } = setup;
  const { seconds, to } = stages[at]!;
  return (
    <tr
      aria-selected={isSelected}
      data-stage={at}
      onFocus={onSelect}
      onKeyDown={(event) => {
        if (!event.altKey || !['ArrowUp', 'ArrowDown'].includes(event.key)) return;
        event.preventDefault();
        event.stopPropagation();
        onMove(event.key === 'ArrowUp' ? -1 : 1);
      }}
    >
      <td>
        <NumberCell
          label={`Seconds of stage ${at + 1}`}
          value={seconds}
          max={MAX_SECONDS}
          unit="s"
          onChange={(value) => onChange({ seconds: value, to })}
        />
      </td>
      <td>
        <span className={css['toLoad']}>
          <span className={css['from']}>{(stages[at - 1]?.to ?? 0).toLocaleString('en')} →</span>
          <NumberCell
            label={`${load} at the end of stage ${at + 1}`}
            value={to}
            max={maxLoad(setup)}
            onChange={(value) => onChange({ seconds, to: value })}
          />
        </span>
      </td>
      <td className={css['kind']}>{kindText(stages, at)}</td>
      <td className={css['number']}>{clock(secondsOf(stages.slice(0, at + 1)))}</td>
      <td>
        <IconButton
          icon={X}
          size="small"
          label={`Remove stage ${at + 1}`}
          disabled={stages.length === 1}
          onClick={onRemove}
        />
      </td>
    </tr>
  );
}

/** Moves the focus to the first field of a row, once it is there. */
function focusRow(at: number): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-stage="${at}"] input`)?.focus());
}
