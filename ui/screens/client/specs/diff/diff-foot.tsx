// The version that the changes ask for, and the check for others to run.
import { SquareTerminal } from 'lucide-react';
import { Button } from '../../../../parts/index.ts';
import { copyText } from '../../../../state/actions.ts';
import { suggestedVersion } from './change-lines.ts';
import css from './diff.module.css';
import type { Change } from './use-diff.ts';

interface DiffFootProps {
  /** The version of the old text. */
  readonly version: string;
  readonly changes: readonly Change[];
}

export function DiffFoot({ version, changes }: DiffFootProps) {
  const suggested = suggestedVersion(version, changes);
  return (
    <div className={css['foot']}>
      {suggested !== null && (
        <span>
          Suggested version <strong>{suggested}</strong>
        </span>
      )}
      <span className={css['gap']} />
      <Button
        size="small"
        icon={SquareTerminal}
        onClick={() => void copyText('proxyctl spec diff OLD NEW', 'Copied the command')}
      >
        Copy check for CI
      </Button>
    </div>
  );
}
