// The entries of a setting that is a list of objects: the fields of each, and a button that removes it.
import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, IconButton } from '../../../parts/index.ts';
import type { Fields } from '../model/values.ts';
import css from '../settings.module.css';

interface EntryRowsProps {
  readonly entries: readonly Fields[];
  readonly onChange: (entries: readonly Fields[]) => void;
  /** The name of an entry, such as `reverse proxy`. */
  readonly thing: string;
  readonly blank: () => Fields;
  readonly children: (entry: Fields, set: (changed: Fields) => void, index: number) => ReactNode;
}

export function EntryRows({ entries, onChange, thing, blank, children }: EntryRowsProps) {
  return (
    <>
      {entries.length > 0 && (
        <ul className={css['entries']}>
          {entries.map((entry, index) => (
            <li key={index} className={css['entry']} aria-label={`${thing} ${index + 1}`}>
              <div className={css['entryFields']}>
                {children(entry, (changed) => onChange(entries.with(index, changed)), index)}
              </div>
              <IconButton
                icon={X}
                size="small"
                label={`Remove ${thing} ${index + 1}`}
                onClick={() => onChange(entries.toSpliced(index, 1))}
              />
            </li>
          ))}
        </ul>
      )}
      <Button icon={Plus} size="small" className={css['add']} onClick={() => onChange([...entries, blank()])}>
        Add {thing}
      </Button>
    </>
  );
}
