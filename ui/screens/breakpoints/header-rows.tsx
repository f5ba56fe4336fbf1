// Shows or edits the headers of a message.
import { NO_VARIABLES } from '../../editor/variable-source.ts';
import { HEADER_NAMES, headerValues, KeyValueTable } from '../../key-values/index.ts';
import css from './breakpoints.module.css';
import type { EditedHeader } from './edits.ts';

interface HeaderRowsProps {
  readonly headers: readonly EditedHeader[];
  /** Absent for headers that are read-only. */
  readonly onChange?: (headers: readonly EditedHeader[]) => void;
}

export function HeaderRows({ headers, onChange }: HeaderRowsProps) {
  if (onChange === undefined)
    return (
      <dl className={css['headers']}>
        {headers.map(({ name, value }, at) => (
          <div key={at}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    );
  return (
    <div className={css['headerTable']}>
      <KeyValueTable
        label="Headers"
        rows={headers}
        variables={NO_VARIABLES}
        names={HEADER_NAMES}
        valuesFor={headerValues}
        hasDescriptions={false}
        onChange={(rows) =>
          onChange(
            rows.map(({ name, value, enabled = true }) => ({
              name,
              value: value ?? '',
              ...(!enabled && { enabled }),
            })),
          )
        }
      />
    </div>
  );
}
