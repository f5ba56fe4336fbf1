// Variables by environment in a grid: names, a column for the globals and each environment, and how often each is used.
import { Lock } from 'lucide-react';
import { useMemo } from 'react';
import type { VariableSource } from '../../../editor/variable-source.ts';
import { MASK } from '../../../editor/variable-source.ts';
import { EnvironmentHead } from './environment-head.tsx';
import { linesOf, type GridLine } from './environment-lines.ts';
import { deleteVariable, moveVariable, setValue, toggleVariable, unsetValue } from './variable-steps.ts';
import { Grid } from './grid/grid.tsx';
import type { GridCell, GridColumn, GridCursor, GridRow } from './grid/grid-model.ts';
import type { StoredVariable, VariableOwner, VariableRow } from './variable-rows.ts';

interface EnvironmentGridProps {
  readonly owners: readonly VariableOwner[];
  readonly rows: readonly VariableRow[];
  readonly uses: ReadonlyMap<string, number> | null;
  readonly variables: VariableSource;
  readonly cursor: GridCursor;
  readonly onCursor: (cursor: GridCursor) => void;
  readonly onAdd: (name: string) => void;
  readonly onRename: (name: string, to: string) => void;
}

export function EnvironmentGrid(props: EnvironmentGridProps) {
  const { owners, rows, uses, variables, cursor, onCursor, onAdd, onRename } = props;
  const lines = useMemo(() => linesOf(rows), [rows]);
  const nameAt = (row: number): string | null => {
    const line = lines[row];
    return line === undefined || typeof line === 'string' ? null : line.name;
  };
  const columns = useMemo(() => columnsOf(owners), [owners]);
  return (
    <Grid
      label="Variables"
      columns={columns}
      count={lines.length}
      row={(at) => rowOf(lines[at]!, owners.length, uses)}
      cursor={cursor}
      onCursor={onCursor}
      variables={variables}
      onEdit={({ row, column }, text) => {
        const line = lines[row]!;
        const owner = owners[column - 1];
        if (typeof line === 'string') onAdd(text);
        else if (column === 0) onRename(line.name, text);
        else if (owner !== undefined) void setValue(owner, line.name, text, line.isSecret);
      }}
      onClear={({ row, column }) => {
        const name = nameAt(row);
        const owner = owners[column - 1];
        if (name !== null && column === 0) void deleteVariable(owners, name);
        else if (name !== null && owner !== undefined) void unsetValue(owner, name);
      }}
      onKey={(key, { row, column }) => {
        const name = nameAt(row);
        const step = { 'alt+arrowup': -1, 'alt+arrowdown': 1 }[key];
        const owner = owners[column - 1];
        if (name === null) return false;
        if (step !== undefined) {
          const target = nameAt(row + step);
          if (target === null) return true;
          onCursor({ row: row + step, column });
          void moveVariable(owners, name, target, step > 0);
        } else if (key === 'mod+/' && owner !== undefined) void toggleVariable(owner, name);
        else return false;
        return true;
      }}
    />
  );
}

function columnsOf(owners: readonly VariableOwner[]): readonly GridColumn[] {
  const environments = owners.filter(({ scope }) => scope === 'environment');
  return [
    { key: 'name', title: 'Variable', min: 132, grow: 0.8 },
    ...owners.map((owner) => ({
      key: owner.id,
      title: owner.name,
      min: owner.isActive ? 150 : 118,
      grow: owner.isActive && owner.scope === 'environment' ? 1.25 : 1,
      ...(owner.scope === 'environment' && {
        head: <EnvironmentHead owner={owner} environments={environments} />,
      }),
    })),
    { key: 'uses', title: 'Used', min: 66, grow: 0, isNumeric: true },
  ];
}

const NOTHING: GridCell = { text: '', isReadOnly: true };

function rowOf(line: GridLine, owners: number, uses: ReadonlyMap<string, number> | null): GridRow {
  if (line === 'secrets') return { type: 'heading', title: 'Secrets, values on this machine only' };
  if (line === 'add') {
    const add: GridCell = { text: 'Add', edited: '', look: 'unset' };
    return { type: 'cells', head: null, cells: [add, ...Array.from({ length: owners + 1 }, () => NOTHING)] };
  }
  const count = uses?.get(line.name) ?? 0;
  const used: GridCell = {
    text: uses === null ? '' : count === 0 ? 'unused' : count.toLocaleString('en'),
    isReadOnly: true,
    ...(uses !== null && count === 0 && { look: 'warn' as const }),
  };
  return {
    type: 'cells',
    head: line.isSecret ? <Lock aria-label="Secret" /> : null,
    cells: [
      { text: line.name, look: 'name' },
      ...line.variables.map((variable) => cellOf(variable, line.isSecret)),
      used,
    ],
  };
}

function cellOf(variable: StoredVariable | undefined, isSecret: boolean): GridCell {
  if (variable === undefined) return { text: '—', edited: '', look: 'unset', isSecret };
  const { value, secret, enabled } = variable;
  if (secret) {
    const look = value === '' ? 'wrong' : 'secret';
    return { text: value === '' ? 'not set here' : MASK, edited: '', look, isSecret: true };
  }
  if (value === '') return { text: 'empty', edited: '', look: 'empty' };
  return { text: value, ...(!enabled && { look: 'off' as const }) };
}
