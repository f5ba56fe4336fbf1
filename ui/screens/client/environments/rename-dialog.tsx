// Asks how to rename a variable: alone, or with the places that use it, which are listed by file.
import { useEffect, useState } from 'react';
import type { ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { messageOf, rpc } from '../../../api/client.ts';
import { Button, Dialog, Note } from '../../../parts/index.ts';
import { CircleX } from 'lucide-react';
import { count } from '../../../state/actions.ts';
import { renameVariable } from './variable-steps.ts';
import css from './environments.module.css';
import { scopeOf, type VariableOwner } from './variable-rows.ts';

type Uses = ResultOf<'client.variable_uses'>['occurrences'];

interface RenameDialogProps {
  readonly owners: readonly VariableOwner[];
  readonly name: string;
  readonly to: string;
  readonly onClose: () => void;
}

export function RenameDialog({ owners, name, to, onClose }: RenameDialogProps) {
  const [uses, setUses] = useState<Uses | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    const params = { scope: scopeOf(owners, name), name, to };
    rpc('client.variable_uses', params).then(
      ({ occurrences }) => setUses(occurrences),
      (reason: unknown) => setError(messageOf(reason)),
    );
  }, [owners, name, to]);
  const safe = uses?.filter(({ risk }) => risk === null) ?? [];
  const rename = (usesToo: boolean): void => {
    onClose();
    void renameVariable(owners, name, to, usesToo);
  };
  return (
    <Dialog
      title={`Rename ${name} to ${to}`}
      text={uses === null ? 'Looking for uses.' : `It is used in ${count(safe.length, 'text')}.`}
      onClose={onClose}
      actions={
        <>
          <Button kind="line" autoFocus onClick={onClose}>
            Cancel
          </Button>
          <Button kind="line" disabled={error !== null} onClick={() => rename(false)}>
            Rename the variable alone
          </Button>
          {safe.length > 0 && (
            <Button kind="primary" onClick={() => rename(true)}>
              Rename with {count(safe.length, 'use')}
            </Button>
          )}
        </>
      }
    >
      {error !== null && (
        <Note tone="danger" icon={CircleX}>
          {error}
        </Note>
      )}
      {uses !== null && uses.length > 0 && (
        <ul className={css['uses']}>
          {uses.map(({ occurrence, names, field, risk }) => (
            <li key={occurrence}>
              <span>{names}</span>
              <code>{field}</code>
              {risk !== null && <em>stays: {risk}</em>}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
