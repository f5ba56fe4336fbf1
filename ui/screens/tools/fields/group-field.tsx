// The fields of an object, one below the other.
import { useDefinitions, useEditor, type FieldProps } from './context.ts';
import css from './fields.module.css';
import { changedValues } from '../model/changed-values.ts';
import { labelOf } from '../model/labels.ts';
import { Line, LineError } from './line.tsx';
import { fieldPath, hasEffect, shapeOf } from '../model/schema.ts';

export function GroupField({ schema, name, path, value, onChange }: FieldProps) {
  const { kind, schema: object } = shapeOf(schema, useDefinitions());
  const { Field } = useEditor();
  const values = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (kind === 'line')
    return (
      <>
        <Line schema={object} path={path} value={values} label={labelOf(name)} onChange={onChange} />
        <LineError path={path} />
      </>
    );
  return (
    <div className={css['group']}>
      {Object.entries(object.properties ?? {})
        .filter(([each, field]) => each !== 'id' && hasEffect(field, values))
        .map(([each, field]) => (
          <Field
            key={each}
            schema={field}
            name={each}
            path={fieldPath(path, each)}
            value={values[each]}
            onChange={(next) => onChange(changedValues(values, each, next))}
          />
        ))}
    </div>
  );
}
