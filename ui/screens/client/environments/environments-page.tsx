// All variables of the workspace outside of collections, by environment. A cell is saved when it is left.
import { useEffect, useMemo, useRef, useState } from 'react';
import { count } from '../../../state/actions.ts';
import { useMedia } from '../../../state/media.ts';
import { useResource } from '../../../state/resource.ts';
import { sayError } from '../../../state/toasts.ts';
import { useVariables } from '../model/variables.ts';
import { variableOwners, variableUses } from './environment-data.ts';
import { EnvironmentGrid } from './environment-grid.tsx';
import { linesOf } from './environment-lines.ts';
import { addEnvironment } from './environment-steps.ts';
import { EnvironmentsHead } from './environments-head.tsx';
import css from './environments.module.css';
import { NameDialog } from './name-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { useCursor } from './use-cursor.ts';
import { VariablePanel } from './variable-panel.tsx';
import { foundRows, rowsOf, type VariableOwner } from './variable-rows.ts';
import { addVariable } from './variable-steps.ts';

const NONE: readonly VariableOwner[] = [];

export function EnvironmentsPage({ focus }: { readonly focus?: string }) {
  const { value, error } = useResource(variableOwners);
  const { value: uses } = useResource(variableUses);
  useEffect(() => variableUses.refresh(), []);
  const variables = useVariables({});
  const owners = value ?? NONE;
  const [text, setText] = useState('');
  const isWide = useMedia('(min-width: 1280px)');
  /** True where the details lie over the grid. */
  const isOver = useMedia('(max-width: 1099px)');
  const [isOpen, setOpen] = useState(isWide);
  const [asked, setAsked] = useState<Asked | null>(null);
  const all = useMemo(() => rowsOf(owners), [owners]);
  const rows = useMemo(() => foundRows(all, text), [all, text]);
  const { cursor, setCursor, wantName } = useCursor(rows, focus);
  const line = linesOf(rows)[cursor.row];
  const isShown = isOpen && typeof line === 'object';
  const page = useRef<HTMLDivElement>(null);
  const add = (name: string): void => {
    const given = name.trim();
    if (all.some((each) => each.name === given)) wantName(given);
    else if (isName(given)) void addVariable(owners, given).then(() => wantName(given));
  };
  const rename = (name: string, to: string): void => {
    const given = to.trim();
    if (all.some((each) => each.name === given)) sayError(`There is a variable ${given} already`);
    else if (isName(given)) setAsked({ type: 'rename', name, to: given });
  };
  return (
    <div className={css['page']} ref={page}>
      <EnvironmentsHead
        note={noteOf(owners, all.length)}
        {...{ text, isOpen }}
        onText={setText}
        onAdd={() => {
          setText('');
          setCursor({ row: linesOf(all).indexOf('add'), column: 0 });
          page.current?.querySelector<HTMLElement>('[role=grid]')?.focus();
        }}
        onNew={() => setAsked({ type: 'environment' })}
        onOpen={setOpen}
      />
      {error !== null && <Failed reason={error} />}
      <div className={css['body']}>
        {value !== null && (
          <div className={css['grid']} inert={isOver && isShown}>
            <EnvironmentGrid
              {...{ owners, rows, uses, variables, cursor }}
              onCursor={setCursor}
              onAdd={add}
              onRename={rename}
            />
          </div>
        )}
        {isOpen && typeof line === 'object' && (
          <VariablePanel owners={owners} row={line} onClose={() => setOpen(false)} />
        )}
      </div>
      <p className={css['foot']}>A cell without a value falls through: environment, collection, globals.</p>
      {asked !== null && <Question asked={asked} owners={owners} onClose={() => setAsked(null)} />}
    </div>
  );
}

function Failed({ reason }: { readonly reason: string }) {
  return (
    <p className={css['failed']} role="alert">
      The environments cannot be read: {reason}
    </p>
  );
}

/** A question that is open. */
type Asked =
  | { readonly type: 'environment' }
  | { readonly type: 'rename'; readonly name: string; readonly to: string };

interface QuestionProps {
  readonly asked: Asked;
  readonly owners: readonly VariableOwner[];
  readonly onClose: () => void;
}

function Question({ asked, owners, onClose }: QuestionProps) {
  if (asked.type === 'rename')
    return <RenameDialog owners={owners} name={asked.name} to={asked.to} onClose={onClose} />;
  return (
    <NameDialog
      title="New environment"
      initial=""
      action="Create environment"
      taken={owners.filter(({ scope }) => scope === 'environment').map(({ name }) => name)}
      onName={(name) => void addEnvironment(name)}
      onClose={onClose}
    />
  );
}

function noteOf(owners: readonly VariableOwner[], variables: number): string {
  const environments = owners.filter(({ scope }) => scope === 'environment').length;
  return `${count(environments, 'environment')}, globals, ${count(variables, 'variable')}`;
}

/** Says why a name cannot be one. */
function isName(name: string): boolean {
  if (name !== '' && !/[{}]/.test(name)) return true;
  sayError('Give a name without braces');
  return false;
}
