// The head of the column of an environment: its name, if it is active, and what can be done with it.
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Badge, Menu, type MenuEntry } from '../../../parts/index.ts';
import { activate, deleteEnvironment, duplicateEnvironment, renameEnvironment } from './environment-steps.ts';
import css from './environments.module.css';
import { NameDialog } from '../parts/name-dialog.tsx';
import type { VariableOwner } from './variable-rows.ts';

interface EnvironmentHeadProps {
  readonly owner: VariableOwner;
  readonly environments: readonly VariableOwner[];
}

export function EnvironmentHead({ owner, environments }: EnvironmentHeadProps) {
  const [isNaming, setNaming] = useState(false);
  const names = environments.map(({ name }) => name);
  const entries: readonly MenuEntry[] = [
    owner.isActive
      ? { label: 'Use no environment', onSelect: () => void activate(null) }
      : { label: 'Make active', onSelect: () => void activate(owner) },
    { label: 'Rename…', onSelect: () => setNaming(true) },
    { label: 'Duplicate', onSelect: () => void duplicateEnvironment(owner, names) },
    'separator',
    { label: 'Delete', danger: true, onSelect: () => void deleteEnvironment(owner) },
  ];
  return (
    <>
      <Menu entries={entries}>
        <button type="button" className={css['ownerHead']} aria-label={`Environment ${owner.name}`}>
          <span>{owner.name}</span>
          <ChevronDown aria-hidden />
        </button>
      </Menu>
      {owner.isActive && <Badge tone="accent">active</Badge>}
      {isNaming && (
        <NameDialog
          title={`Rename ${owner.name}`}
          initial={owner.name}
          action="Rename environment"
          taken={names.filter((name) => name !== owner.name)}
          onName={(name) => void renameEnvironment(owner, name)}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  );
}
