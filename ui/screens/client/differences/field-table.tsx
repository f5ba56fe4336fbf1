// Fields of an object that differ, as they were and as they are.
import { Undo2 } from 'lucide-react';
import { classes, IconButton } from '../../../parts/index.ts';
import css from './field-table.module.css';
import { fieldTitle, valueText } from './field-text.ts';

interface FieldTableProps {
  readonly differences: readonly {
    readonly field: string;
    readonly before?: unknown;
    readonly after?: unknown;
  }[];
  /** The title of the values as they were. */
  readonly before: string;
  /** Discards one field; absent where that is not offered. */
  readonly onDiscard?: (field: string) => void;
}

export function FieldTable({ differences, before: title, onDiscard }: FieldTableProps) {
  return (
    <table className={css['fields']}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">{title}</th>
          <th scope="col">Now</th>
          {onDiscard !== undefined && (
            <th scope="col" className={css['undo']}>
              <span className="visually-hidden">Discard</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {differences.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{fieldTitle(field)}</th>
            <Value value={before} side="removed" />
            <Value value={after} side="added" />
            {onDiscard !== undefined && (
              <td className={css['undo']}>
                {/* A name goes with the file. */}
                {field !== 'name' && (
                  <IconButton
                    icon={Undo2}
                    size="small"
                    label={`Discard ${fieldTitle(field)}`}
                    onClick={() => onDiscard(field)}
                  />
                )}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Value({ value, side }: { readonly value: unknown; readonly side: 'removed' | 'added' }) {
  const text = valueText(value);
  return (
    <td className={classes(text === null && css['absent'])}>
      {text === null ? '—' : <code data-side={side}>{text === '' ? ' ' : text}</code>}
    </td>
  );
}
