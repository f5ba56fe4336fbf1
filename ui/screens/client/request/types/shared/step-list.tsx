// The steps of a request as a list: arrow keys select, with Alt they move, Delete removes.
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useId, type KeyboardEvent } from 'react';
import { Button, IconButton, Menu, SectionHead } from '../../../../../parts/index.ts';
import type { StepKind } from './step-kind.ts';
import css from './steps.module.css';

interface StepListProps<S> {
  readonly kind: StepKind<S>;
  readonly steps: readonly S[];
  readonly selected: number | null;
  readonly onSelect: (at: number | null) => void;
  readonly onChange: (steps: readonly S[]) => void;
}

export function StepList<S>({ kind, steps, selected, onSelect, onChange }: StepListProps<S>) {
  const id = useId();
  const add = (step: S): void => {
    onChange([...steps, step]);
    onSelect(steps.length);
  };
  const remove = (at: number): void => {
    onChange(steps.toSpliced(at, 1));
    onSelect(steps.length === 1 ? null : Math.min(at, steps.length - 2));
  };
  const move = (at: number, by: number): void => {
    const to = at + by;
    if (to < 0 || to >= steps.length) return;
    onChange(steps.toSpliced(at, 1).toSpliced(to, 0, steps[at]!));
    onSelect(to);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const at = selected ?? -1;
    if (by !== undefined && event.altKey && selected !== null) move(selected, by);
    else if (by !== undefined) onSelect(Math.max(0, Math.min(steps.length - 1, at + by)));
    else if ((event.key === 'Delete' || event.key === 'Backspace') && selected !== null) remove(selected);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <SectionHead title={kind.title} note={kind.note}>
        {selected !== null && (
          <StepActions onMove={(by) => move(selected, by)} onRemove={() => remove(selected)} />
        )}
        <AddButton kind={kind} onAdd={add} />
      </SectionHead>
      {steps.length > 0 && (
        <div
          className={css['steps']}
          role="listbox"
          tabIndex={0}
          aria-label={kind.title}
          aria-activedescendant={selected === null ? undefined : `${id}-${selected}`}
          onKeyDown={onKeyDown}
        >
          {steps.map((step, at) => (
            <StepRow
              key={at}
              id={`${id}-${at}`}
              number={at + 1}
              row={kind.row(step)}
              isSelected={at === selected}
              onPress={() => onSelect(at === selected ? null : at)}
            />
          ))}
        </div>
      )}
    </>
  );
}

interface StepActionsProps {
  readonly onMove: (by: number) => void;
  readonly onRemove: () => void;
}

function StepActions({ onMove, onRemove }: StepActionsProps) {
  return (
    <>
      <IconButton
        icon={ArrowUp}
        size="small"
        label="Move the step up"
        keys="alt+arrowup"
        onClick={() => onMove(-1)}
      />
      <IconButton
        icon={ArrowDown}
        size="small"
        label="Move the step down"
        keys="alt+arrowdown"
        onClick={() => onMove(1)}
      />
      <IconButton icon={Trash2} size="small" label="Remove the step" keys="delete" onClick={onRemove} />
    </>
  );
}

interface StepRowProps {
  readonly id: string;
  readonly number: number;
  readonly row: ReturnType<StepKind<unknown>['row']>;
  readonly isSelected: boolean;
  readonly onPress: () => void;
}

function StepRow({ id, number, row: { action, text, note }, isSelected, onPress }: StepRowProps) {
  return (
    <div id={id} role="option" aria-selected={isSelected} className={css['step']} onClick={onPress}>
      <span className={css['number']}>{number}</span>
      <span className={css['action']}>{action}</span>
      <span className={css['text']}>{text}</span>
      <span className={css['stepNote']}>{note}</span>
    </div>
  );
}

function AddButton<S>({
  kind: { adds },
  onAdd,
}: {
  readonly kind: StepKind<S>;
  readonly onAdd: (step: S) => void;
}) {
  const [first, ...others] = adds;
  if (others.length === 0)
    return (
      <Button size="small" icon={Plus} onClick={() => onAdd(first.step)}>
        {first.title}
      </Button>
    );
  return (
    <Menu
      align="end"
      entries={adds.map(({ title, step }) => ({ label: title, onSelect: () => onAdd(step) }))}
    >
      <Button size="small" icon={Plus}>
        Add step
      </Button>
    </Menu>
  );
}
