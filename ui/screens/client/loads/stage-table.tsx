// The stages of a load test as a table: the same as its profile. Typing in a row moves the handle.
import { Plus, X } from 'lucide-react';
import { useState, type FocusEvent, type KeyboardEvent } from 'react';
import { Button, IconButton } from '../../../parts/index.ts';
import css from './loads.module.css';
import { clock, kindText, maxLoad, MAX_SECONDS, MAX_STAGES } from './setup.ts';
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
  let end = 0;
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
        <tbody>
          {stages.map(({ seconds, to }, at) => {
            end += seconds;
            const change = (part: Partial<Stage>): void =>
              onChange(stages.with(at, { seconds, to, ...part }));
            return (
              <tr
                key={at}
                aria-selected={at === selected}
                data-stage={at}
                onFocus={() => onSelect(at)}
                onKeyDown={(event) => {
                  if (!event.altKey || !['ArrowUp', 'ArrowDown'].includes(event.key)) return;
                  event.preventDefault();
                  event.stopPropagation();
                  move(at, event.key === 'ArrowUp' ? -1 : 1);
                }}
              >
                <td>
                  <NumberCell
                    label={`Seconds of stage ${at + 1}`}
                    value={seconds}
                    max={MAX_SECONDS}
                    unit="s"
                    onChange={(value) => change({ seconds: value })}
                  />
                </td>
                <td>
                  <span className={css['toLoad']}>
                    <span className={css['from']}>{(stages[at - 1]?.to ?? 0).toLocaleString('en')} →</span>
                    <NumberCell
                      label={`${load} at the end of stage ${at + 1}`}
                      value={to}
                      max={maxLoad(setup)}
                      onChange={(value) => change({ to: value })}
                    />
                  </span>
                </td>
                <td className={css['kind']}>{kindText(stages, at)}</td>
                <td className={css['number']}>{clock(end)}</td>
                <td>
                  <IconButton
                    icon={X}
                    size="small"
                    label={`Remove stage ${at + 1}`}
                    disabled={stages.length === 1}
                    onClick={() => {
                      onChange(stages.toSpliced(at, 1));
                      focusRow(Math.min(at, stages.length - 2));
                    }}
                  />
                </td>
              </tr>
            );
          })}
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

/** Moves the focus to the first field of a row, once it is there. */
function focusRow(at: number): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-stage="${at}"] input`)?.focus());
}

interface NumberCellProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  readonly unit?: string;
  readonly onChange: (value: number) => void;
}

/** A cell that takes whole numbers; what is none is not taken, and is restored when the cell is left. */
function NumberCell({ label, value, max, unit, onChange }: NumberCellProps) {
  const [text, setText] = useState<string | null>(null);
  const take = (given: string): void => {
    setText(given);
    const number = /^\s*\d{1,7}\s*s?\s*$/.test(given) ? Number.parseInt(given, 10) : null;
    if (number !== null && number <= max) onChange(number);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (step === undefined || event.altKey) return;
    event.preventDefault();
    setText(null);
    onChange(Math.max(0, Math.min(max, value + step * (event.shiftKey ? 10 : 1))));
  };
  return (
    <span className={css['cell']}>
      <input
        type="text"
        inputMode="numeric"
        aria-label={label}
        autoComplete="off"
        value={text ?? String(value)}
        onChange={(event) => take(event.target.value)}
        onBlur={() => setText(null)}
        onFocus={(event: FocusEvent<HTMLInputElement>) => event.currentTarget.select()}
        onKeyDown={onKeyDown}
      />
      {unit !== undefined && <span aria-hidden>{unit}</span>}
    </span>
  );
}
