// The plain fields of an object, side by side.
import { fieldId, useFieldError, type FieldProps } from './context.ts';
import css from './fields.module.css';
import { labelOf } from '../model/labels.ts';
import { PlainControl } from './plain.tsx';
import { fieldPath, hasEffect, type JsonSchema } from '../model/schema.ts';

interface LineProps extends Omit<FieldProps, 'name'> {
  /** The name of the whole line. */
  readonly label: string;
}

export function Line({ schema, path, value, onChange, label }: LineProps) {
  const values = (value ?? {}) as Readonly<Record<string, unknown>>;
  const fields = ordered(schema).filter(([, field]) => hasEffect(field, values));
  return (
    <div className={css['line']}>
      {fields.map(([name, field]) => (
        <span
          key={name}
          className={css['lineField']}
          data-kind={field.enum !== undefined ? 'choice' : (field.type ?? 'any')}
        >
          <PlainControl
            schema={field}
            name={name}
            path={fieldPath(path, name)}
            value={values[name]}
            label={`${label} ${labelOf(name).toLowerCase()}`}
            isInline
            onChange={(next) => onChange({ ...values, [name]: next })}
          />
        </span>
      ))}
    </div>
  );
}

/** Returns the members in the order of a sentence: name, operator, value. */
function ordered({ properties = {} }: JsonSchema): readonly (readonly [string, JsonSchema])[] {
  return Object.entries(properties);
}

/** The error of a line, shown below it. */
export function LineError({ path }: { readonly path: string }) {
  const error = useFieldError(path, true);
  if (error === null) return null;
  return (
    <p className={css['error']} role="alert" id={`${fieldId(path)}-error`}>
      {error}
    </p>
  );
}
