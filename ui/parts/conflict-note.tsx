// The question of a field that was typed here and changed elsewhere.
import { Button } from './button.tsx';
import css from './conflict-note.module.css';

interface ConflictNoteProps {
  /** The value that was saved elsewhere. */
  readonly saved: unknown;
  readonly onDecide: (keeps: 'mine' | 'theirs') => void;
}

/** Says that a field was also changed elsewhere, and asks which value is to stay. */
export function ConflictNote({ saved, onDecide }: ConflictNoteProps) {
  return (
    <div className={css['conflict']} role="alert">
      <span>
        Changed elsewhere to <code>{shortJson(saved)}</code>
      </span>
      <Button kind="line" size="small" onClick={() => onDecide('mine')}>
        Keep mine
      </Button>
      <Button kind="line" size="small" onClick={() => onDecide('theirs')}>
        Take theirs
      </Button>
    </div>
  );
}

function shortJson(value: unknown): string {
  if (value === undefined || value === '') return 'nothing';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
