// The calls that the description does not have, of which some are added to it.
import { useState } from 'react';
import { Button, Checkbox, Dialog } from '../../../../parts/index.ts';
import { count } from '../../../../state/actions.ts';
import { CorrectionDialog, type Change } from './correction-dialog.tsx';
import css from './detail.module.css';
import type { Endpoint } from './use-contract.ts';

interface AddDialogProps {
  readonly spec: string;
  readonly text: string;
  /** Those that are not described. */
  readonly endpoints: readonly Endpoint[];
  readonly onClose: () => void;
}

/** Endpoints that are offered at once. */
const MAX_OFFERED = 200;

export function AddDialog({ spec, text, endpoints, onClose }: AddDialogProps) {
  const offered = endpoints.slice(0, MAX_OFFERED);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(offered.map(({ endpoint }) => endpoint)));
  const [changes, setChanges] = useState<readonly Change[] | null>(null);
  if (changes !== null) return <CorrectionDialog {...{ spec, text, changes, onClose }} />;
  const toggle = (endpoint: string): void => {
    const next = new Set(chosen);
    if (!next.delete(endpoint)) next.add(endpoint);
    setChosen(next);
  };
  return (
    <Dialog
      title="Add to the description"
      text="Operations with the parameters, bodies and statuses of the traffic, and without its values."
      onClose={onClose}
      actions={
        <>
          <Button kind="line" onClick={onClose}>
            Cancel
          </Button>
          <Button
            kind="primary"
            disabled={chosen.size === 0}
            onClick={() =>
              setChanges(offered.filter(({ endpoint }) => chosen.has(endpoint)).flatMap(changesOf))
            }
          >
            Preview {count(chosen.size, 'operation')}
          </Button>
        </>
      }
    >
      <ul className={css['offered']}>
        {offered.map(({ endpoint, calls }) => (
          <li key={endpoint}>
            <Checkbox
              label={`${endpoint}, ${count(calls, 'call')}`}
              checked={chosen.has(endpoint)}
              onChange={() => toggle(endpoint)}
            />
          </li>
        ))}
      </ul>
      {endpoints.length > offered.length && (
        <p className={css['hint']}>
          {count(endpoints.length - offered.length, 'further endpoint')} not shown.
        </p>
      )}
    </Dialog>
  );
}

function changesOf({ endpoint, kinds }: Endpoint): readonly Change[] {
  return kinds.slice(0, 1).map(({ what, ids }) => ({ operation: endpoint, what, ids: [...ids] }));
}
