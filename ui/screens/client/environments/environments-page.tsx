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
import { NameDialog } from '../parts/name-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { useCursor } from './use-cursor.ts';
import { VariablePanel } from './variable-panel.tsx';
import { foundRows, rowsOf, type VariableOwner } from './variable-rows.ts';
import { addVariable } from './variable-steps.ts';

const NONE: readonly VariableOwner[] = [];

export function EnvironmentsPage({ focus }: { readonly focus?: string }) {
  const uses = useUses();
  const variables = useVariables({});
  const [text, setText] = useState('');
  const { isLoaded, error, owners, all, rows } = useRows(text);
  const isWide = useMedia('(min-width: 1280px)');
  /** True where the details lie over the grid. */
  const isOver = useMedia('(max-width: 1099px)');
  const [isOpen, setOpen] = useState(isWide);
  const [asked, setAsked] = useState<Asked | null>(null);
  const { cursor, setCursor, wantName } = useCursor(rows, focus);
  const line = linesOf(rows)[cursor.row];
  const shown = isOpen && typeof line === 'object' ? line : null;
  const page = useRef<HTMLDivElement>(null);
  const taken = all.map(({ name }) => name);
  const add = (typed: string): void => {
    const name = typed.trim();
    if (taken.includes(name)) wantName(name);
    else if (isName(name)) void addVariable(owners, name).then(() => wantName(name));
  };
  const rename = (name: string, typed: string): void => {
    const to = newName(typed, taken);
    if (to !== null) setAsked({ type: 'rename', name, to });
  };
  const beginName = (): void => {
    setText('');
    setCursor({ row: linesOf(all).indexOf('add'), column: 0 });
    page.current?.querySelector<HTMLElement>('[role=grid]')?.focus();
  };
  return (
    <div className={css['page']} ref={page}>
      <EnvironmentsHead
        note={noteOf(owners, all.length)}
        {...{ text, isOpen }}
        onText={setText}
        onAdd={beginName}
        onNew={() => setAsked({ type: 'environment' })}
        onOpen={setOpen}
      />
      {error !== null && <Failed reason={error} />}
      <div className={css['body']}>
        {isLoaded && (
          <div className={css['grid']} inert={isOver && shown !== null}>
            <EnvironmentGrid
              {...{ owners, rows, uses, variables, cursor }}
              onCursor={setCursor}
              onAdd={add}
              onRename={rename}
            />
          </div>
        )}
        {shown !== null && <VariablePanel owners={owners} row={shown} onClose={() => setOpen(false)} />}
      </div>
      <p className={css['foot']}>A cell without a value falls through: environment, collection, globals.</p>
      {asked !== null && <Question asked={asked} owners={owners} onClose={() => setAsked(null)} />}
    </div>
  );
}

/** Returns all variables, and those that have a text. */
function useRows(text: string) {
  const { value, error } = useResource(variableOwners);
  const owners = value ?? NONE;
  const all = useMemo(() => rowsOf(owners), [owners]);
  const rows = useMemo(() => foundRows(all, text), [all, text]);
  return { isLoaded: value !== null, error, owners, all, rows };
}

function useUses() {
  const { value } = useResource(variableUses);
  useEffect(() => variableUses.refresh(), []);
  return value;
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

/** Returns the name that a variable is given; null for one that it cannot have, and says why. */
function newName(typed: string, taken: readonly string[]): string | null {
  const name = typed.trim();
  if (!taken.includes(name)) return isName(name) ? name : null;
  sayError(`There is a variable ${name} already`);
  return null;
}

/** Says why a name cannot be one. */
function isName(name: string): boolean {
  if (name !== '' && !/[{}]/.test(name)) return true;
  sayError('Give a name without braces');
  return false;
}
