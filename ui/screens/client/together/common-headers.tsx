// The headers that the requests have: each is left, set or removed; others are added.
import { Plus, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { HeaderChange, SharedChange } from '../../../../src/collections/model/shared-change.ts';
import type { VariableSource } from '../../../editor/variable-source.ts';
import { Button, IconButton, SectionHead, Segmented, TextField } from '../../../parts/index.ts';
import type { RequestView } from '../request/fields.ts';
import { commonHeaders, type CommonHeader } from './common.ts';
import css from './together.module.css';
import { setPart } from './together-state.ts';

const LineEdit = lazy(() => import('../../../editor/line-edit.tsx'));

type Action = 'leave' | HeaderChange['action'];

const ACTIONS = [
  ['leave', 'Leave'],
  ['set', 'Set'],
  ['remove', 'Remove'],
] as const;

interface CommonHeadersProps {
  readonly views: readonly RequestView[];
  readonly change: SharedChange;
  readonly variables: VariableSource;
}

export function CommonHeaders({ views, change, variables }: CommonHeadersProps) {
  const changes = change.headers ?? [];
  const present = commonHeaders(views);
  const added = changes.filter(
    ({ name, action }) => action === 'set' && !present.some((each) => isSame(each.name, name)),
  );
  const rows: readonly CommonHeader[] = [
    ...present,
    ...added.map(({ name }) => ({ name, values: [], count: 0 })),
  ];
  const keeps = changes.some((each) => each.action === 'set' && each.keep);
  const set = (list: readonly HeaderChange[]): void =>
    setPart('headers', list.length === 0 ? undefined : list);
  const changeOne = (name: string, next: HeaderChange | null): void => {
    const at = changes.findIndex((each) => isSame(each.name, name));
    if (at === -1) set(next === null ? changes : [...changes, next]);
    else set(next === null ? changes.toSpliced(at, 1) : changes.with(at, next));
  };
  return (
    <>
      <SectionHead title="Headers" note={`What the ${views.length} have in common, and what differs`} />
      <table className={css['table']}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Value</th>
            <th scope="col">In</th>
            <th scope="col">Do</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((header) => (
            <HeaderRow
              key={header.name.toLowerCase()}
              header={header}
              of={views.length}
              change={changes.find(({ name }) => isSame(name, header.name)) ?? null}
              keep={keeps}
              variables={variables}
              onChange={(next) => changeOne(header.name, next)}
            />
          ))}
        </tbody>
      </table>
      <AddHeader onAdd={(name) => changeOne(name, { action: 'set', name, value: '', keep: keeps })} />
      {changes.some(({ action }) => action === 'set') && (
        <KeepChoice
          keeps={keeps}
          onChange={(keep) => set(changes.map((each) => (each.action === 'set' ? { ...each, keep } : each)))}
        />
      )}
    </>
  );
}

interface KeepChoiceProps {
  readonly keeps: boolean;
  readonly onChange: (keeps: boolean) => void;
}

function KeepChoice({ keeps, onChange }: KeepChoiceProps) {
  return (
    <p className={css['choice']}>
      <span>Where a request has the header</span>
      <Segmented
        label="Where a request has the header"
        value={keeps ? 'leave' : 'set'}
        options={[
          ['set', 'Set the value'],
          ['leave', 'Leave it'],
        ]}
        onChange={(choice) => onChange(choice === 'leave')}
      />
    </p>
  );
}

interface HeaderRowProps {
  readonly header: CommonHeader;
  /** The number of all requests. */
  readonly of: number;
  readonly change: HeaderChange | null;
  readonly keep: boolean;
  readonly variables: VariableSource;
  readonly onChange: (next: HeaderChange | null) => void;
}

function HeaderRow({ header, of, change, keep, variables, onChange }: HeaderRowProps) {
  const { name, values, count } = header;
  const setValue = (value: string): void => onChange({ action: 'set', name, value, keep });
  const choose = (action: Action): void => {
    if (action === 'leave') onChange(null);
    else if (action === 'remove') onChange({ action, name });
    else setValue(values[0] ?? '');
  };
  return (
    <tr data-action={change?.action}>
      <td className={css['mono']}>{name}</td>
      <td className={css['mono']}>
        {change?.action === 'set' ? (
          <span className={css['field']}>
            <Suspense fallback={null}>
              <LineEdit
                label={`Value of ${name}`}
                value={change.value}
                variables={variables}
                autoFocus={change.value === ''}
                onChange={setValue}
              />
            </Suspense>
          </span>
        ) : (
          <span title={values.join('\n')}>
            {values.length > 1 ? `${values.length} values` : (values[0] ?? '')}
          </span>
        )}
      </td>
      <td>
        {count} of {of}
      </td>
      <td>
        {count === 0 ? (
          <IconButton icon={X} size="small" label={`Do not add ${name}`} onClick={() => onChange(null)} />
        ) : (
          <Segmented
            label={`What becomes of ${name}`}
            value={change?.action ?? 'leave'}
            options={ACTIONS}
            onChange={choose}
          />
        )}
      </td>
    </tr>
  );
}

function AddHeader({ onAdd }: { readonly onAdd: (name: string) => void }) {
  const [name, setName] = useState('');
  const isName = /^[^\s:]+$/.test(name);
  const add = (): void => {
    if (!isName) return;
    onAdd(name);
    setName('');
  };
  return (
    <div className={css['add']}>
      <TextField
        aria-label="Name of a header to add"
        placeholder="Add a header"
        mono
        value={name}
        isWrong={name !== '' && !isName}
        onChange={setName}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) add();
        }}
      />
      <Button icon={Plus} disabled={!isName} onClick={add}>
        Add
      </Button>
    </div>
  );
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
