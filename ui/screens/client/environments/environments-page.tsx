// All variables of the workspace outside of collections, by environment. A cell is saved when it is left.
import { PanelRight, Plus } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useCommands } from '../../../commands/index.ts';
import { Button, IconButton, PaneHead, TextField } from '../../../parts/index.ts';
import { count } from '../../../state/actions.ts';
import { useMedia } from '../../../state/media.ts';
import { useResource } from '../../../state/resource.ts';
import { sayError } from '../../../state/toasts.ts';
import { useVariables } from '../model/variables.ts';
import { EnvironmentGrid, linesOf } from './environment-grid.tsx';
import { addEnvironment, addVariable, variableOwners, variableUses } from './environment-steps.ts';
import css from './environments.module.css';
import type { GridCursor } from './grid/grid-model.ts';
import { NameDialog } from './name-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { VariablePanel } from './variable-panel.tsx';
import { foundRows, rowsOf, type VariableOwner } from './variable-rows.ts';

const NONE: readonly VariableOwner[] = [];

export function EnvironmentsPage({ focus }: { readonly focus?: string }) {
  const { value, error } = useResource(variableOwners);
  const { value: uses } = useResource(variableUses);
  const variables = useVariables({});
  const owners = value ?? NONE;
  const [text, setText] = useState('');
  const isWide = useMedia('(min-width: 1280px)');
  const [isOpen, setOpen] = useState(isWide);
  const [isNaming, setNaming] = useState(false);
  const [renamed, setRenamed] = useState<{ readonly name: string; readonly to: string } | null>(null);
  const all = useMemo(() => rowsOf(owners), [owners]);
  const rows = useMemo(() => foundRows(all, text), [all, text]);
  const { cursor, setCursor, wantName } = useCursor(rows, focus);
  const line = linesOf(rows)[cursor.row];
  const current = typeof line === 'object' ? line : null;
  const environments = owners.filter(({ scope }) => scope === 'environment');
  const page = useRef<HTMLDivElement>(null);
  const add = (): void => {
    setText('');
    setCursor({ row: linesOf(all).indexOf('add'), column: 0 });
    page.current?.querySelector<HTMLElement>('[role=grid]')?.focus();
  };
  useCommands([
    { id: 'client.variable', title: 'Add a variable', group: 'client', keys: 'n', icon: Plus, run: add },
  ]);
  const note = `${count(environments.length, 'environment')}, globals, ${count(all.length, 'variable')}`;
  return (
    <div className={css['page']} ref={page}>
      <PaneHead title="Environments" note={note}>
        <TextField
          className={css['find']}
          aria-label="Find name or value"
          placeholder="Find name or value"
          value={text}
          onChange={setText}
        />
        <Button size="small" icon={Plus} keys="n" onClick={add}>
          Variable
        </Button>
        <Button size="small" kind="line" icon={Plus} onClick={() => setNaming(true)}>
          New environment
        </Button>
        <IconButton
          icon={PanelRight}
          size="small"
          label={isOpen ? 'Hide the details' : 'Show the details'}
          aria-pressed={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      </PaneHead>
      {error !== null && (
        <p className={css['failed']} role="alert">
          The environments cannot be read: {error}
        </p>
      )}
      <div className={css['body']}>
        {value !== null && (
          <EnvironmentGrid
            {...{ owners, rows, uses, variables, cursor }}
            onCursor={setCursor}
            onAdd={(name) => {
              if (all.some((each) => each.name === name.trim())) wantName(name.trim());
              else if (isName(name)) void addVariable(owners, name.trim()).then(() => wantName(name.trim()));
            }}
            onRename={(name, to) => {
              if (all.some((each) => each.name === to.trim()))
                sayError(`There is a variable ${to.trim()} already`);
              else if (isName(to)) setRenamed({ name, to: to.trim() });
            }}
          />
        )}
        {isOpen && current !== null && (
          <VariablePanel owners={owners} row={current} onClose={() => setOpen(false)} />
        )}
      </div>
      <p className={css['foot']}>A cell without a value falls through: environment, collection, globals.</p>
      {isNaming && (
        <NameDialog
          title="New environment"
          initial=""
          action="Create environment"
          taken={environments.map(({ name }) => name)}
          onName={(name) => void addEnvironment(name)}
          onClose={() => setNaming(false)}
        />
      )}
      {renamed !== null && <RenameDialog {...{ owners, ...renamed }} onClose={() => setRenamed(null)} />}
    </div>
  );
}

/** Says why a name cannot be one. */
function isName(name: string): boolean {
  if (name.trim() !== '' && !/[{}]/.test(name)) return true;
  sayError('Give a name without braces');
  return false;
}

/** Returns the cursor, which stays in the grid, and goes to a name once that is there. */
function useCursor(rows: ReturnType<typeof rowsOf>, focus: string | undefined) {
  const [cursor, setCursor] = useState<GridCursor>({ row: 0, column: 0 });
  const [wanted, wantName] = useState(focus ?? null);
  const lines = linesOf(rows);
  const at =
    wanted === null ? -1 : lines.findIndex((line) => typeof line === 'object' && line.name === wanted);
  if (at >= 0) {
    wantName(null);
    setCursor({ row: at, column: 1 });
  }
  const row = Math.max(0, Math.min(cursor.row, lines.length - 1));
  const shown = { ...cursor, row: lines[row] === 'secrets' ? row + 1 : row };
  return { cursor: shown, setCursor, wantName };
}
