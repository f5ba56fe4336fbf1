// The pane beside the grid: what a variable is, in which environments it is in use, and where its name stands.
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { rpc } from '../../../api/client.ts';
import {
  Checkbox,
  FormRow,
  IconButton,
  SectionHead,
  SelectField,
  Switch,
  TextField,
} from '../../../parts/index.ts';
import { count } from '../../../state/actions.ts';
import { openTab } from '../model/tabs.ts';
import { objectKey } from '../model/workspace.ts';
import { describeVariable, setSecret, setType, toggleVariable } from './variable-steps.ts';
import css from './environments.module.css';
import { scopeOf, type VariableOwner, type VariableRow, type VariableType } from './variable-rows.ts';

interface VariablePanelProps {
  readonly owners: readonly VariableOwner[];
  readonly row: VariableRow;
  readonly onClose: () => void;
}

const TYPES = [
  ['text', 'text'],
  ['number', 'number'],
  ['boolean', 'boolean'],
  ['json', 'JSON'],
] as const;

export function VariablePanel({ owners, row, onClose }: VariablePanelProps) {
  const { name, isSecret, variables } = row;
  const [first] = variables.filter((each) => each !== undefined);
  return (
    <aside className={css['panel']} aria-label={`Variable ${name}`}>
      <div className={css['panelHead']}>
        <h2>{name}</h2>
        <IconButton icon={X} size="small" label="Close the details" onClick={onClose} />
      </div>
      <div className={css['form']}>
        <Description key={`${name} ${first?.docs ?? ''}`} owners={owners} row={row} />
        <FormRow label="Type" htmlFor="variable-type" hint="Scripts get values of this type.">
          <SelectField
            id="variable-type"
            value={first?.type ?? 'text'}
            options={TYPES}
            onChange={(type) => void setType(owners, name, type as VariableType)}
          />
        </FormRow>
        <FormRow label="Secret">
          <span className={css['secret']}>
            <Switch
              label={`Secret ${name}`}
              on={isSecret}
              onChange={(on) => void setSecret(owners, name, on)}
            />
            keep out of files
          </span>
        </FormRow>
        <FormRow label="In use">
          <div className={css['inUse']}>
            {owners.map((owner, at) => {
              const variable = variables[at];
              return variable === undefined ? null : (
                <Checkbox
                  key={owner.id}
                  label={owner.name}
                  checked={variable.enabled}
                  onChange={() => void toggleVariable(owner, name)}
                />
              );
            })}
          </div>
        </FormRow>
      </div>
      <Uses owners={owners} name={name} />
    </aside>
  );
}

function Description({ owners, row: { name, variables } }: Pick<VariablePanelProps, 'owners' | 'row'>) {
  const saved = variables.find((each) => each !== undefined)?.docs ?? '';
  const [typed, setTyped] = useState(saved);
  const save = (): void => {
    if (typed !== saved) void describeVariable(owners, name, typed);
  };
  return (
    <FormRow label="Description" htmlFor="variable-description">
      <TextField
        id="variable-description"
        value={typed}
        onChange={setTyped}
        onBlur={save}
        onKeyDown={({ key }) => key === 'Enter' && save()}
      />
    </FormRow>
  );
}

type Found = ResultOf<'client.variable_uses'>['occurrences'];

function Uses({ owners, name }: Pick<VariablePanelProps, 'owners'> & { readonly name: string }) {
  const [found, setFound] = useState<Found | null>(null);
  const scope = scopeOf(owners, name);
  useEffect(() => {
    const abort = new AbortController();
    rpc('client.variable_uses', { scope, name }, abort.signal).then(
      ({ occurrences }) => setFound(occurrences),
      () => undefined,
    );
    return () => abort.abort();
  }, [scope, name, owners]);
  if (found === null) return null;
  const objects = [...Map.groupBy(found, ({ kind, id }) => objectKey(kind, id))];
  return (
    <>
      <SectionHead title="Used in" note={count(objects.length, 'file')} />
      <ul className={css['usedIn']}>
        {objects.map(([key, [one, ...more]]) => (
          <li key={key}>
            <button type="button" onClick={() => openTab(key)}>
              <span>{one!.name}</span>
              <small>{more.length === 0 ? one!.area : count(more.length + 1, 'use')}</small>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
