// The field for a list of lines, such as headers.
import { Plus, X } from 'lucide-react';
import { Button, IconButton } from '../../../parts/index.ts';
import { useDefinitions, type FieldProps } from './context.ts';
import css from './fields.module.css';
import { singular } from '../model/labels.ts';
import { Line, LineError } from './line.tsx';
import { fieldPath, initialValue, shapeOf } from '../model/schema.ts';

export function RowsField({ schema, name, path, value, onChange }: FieldProps) {
  const definitions = useDefinitions();
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  const items = shapeOf(shapeOf(schema, definitions).schema.items ?? {}, definitions).schema;
  const thing = singular(name);
  return (
    <>
      {list.length > 0 && (
        <div className={css['box']}>
          {list.map((each, at) => (
            <div key={at} className={css['boxRow']}>
              <Line
                schema={items}
                path={fieldPath(path, at)}
                value={each}
                label={`${thing} ${at + 1}`}
                onChange={(next) => onChange(list.with(at, next))}
              />
              <IconButton
                icon={X}
                size="small"
                label={`Remove ${thing} ${at + 1}`}
                onClick={() => onChange(list.toSpliced(at, 1))}
              />
              <LineError path={fieldPath(path, at)} />
            </div>
          ))}
        </div>
      )}
      <Button
        size="small"
        icon={Plus}
        className={css['add']}
        onClick={() => onChange([...list, initialValue(items, definitions)])}
      >
        Add {thing}
      </Button>
    </>
  );
}
