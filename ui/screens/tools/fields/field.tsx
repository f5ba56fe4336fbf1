// A field of a rule: its label, and the control for its part of the schema.
import { Checkbox, FormRow } from '../../../parts/index.ts';
import { BodyField } from './body-field.tsx';
import { ConditionsField } from './conditions-field.tsx';
import { fieldId, useDefinitions, useFieldError, type FieldProps } from './context.ts';
import { GroupField } from './group-field.tsx';
import { hintOf, labelOf } from '../model/labels.ts';
import { PlainControl } from './plain.tsx';
import { RowsField } from './rows-field.tsx';
import { shapeOf, type Kind } from '../model/schema.ts';
import { SetsField } from './sets-field.tsx';
import { ChoicesControl, ValuesControl } from './values.tsx';

/** The kinds with a single control, which the label names. */
const LABELLED: ReadonlySet<Kind> = new Set(['choice', 'number', 'text', 'json', 'values']);
/** The kinds that show the errors of the fields inside them themselves. */
const OUTER: ReadonlySet<Kind> = new Set(['group', 'conditions', 'rows', 'sets', 'line']);

export function Field(props: FieldProps) {
  const { schema, name, path, value, onChange } = props;
  const shape = shapeOf(schema, useDefinitions());
  const error = useFieldError(path, !OUTER.has(shape.kind));
  const hint = hintOf(shape.schema.description);
  const label = labelOf(name);
  if (shape.kind === 'flag')
    return (
      <FormRow label="" hint={hint} error={error}>
        <Checkbox label={label} checked={value === true} onChange={onChange} />
      </FormRow>
    );
  return (
    <FormRow
      label={label}
      {...(LABELLED.has(shape.kind) && { htmlFor: fieldId(path) })}
      hint={hint}
      error={error}
    >
      <Control {...props} />
    </FormRow>
  );
}

/** The control of a field, without its label. */
export function Control(props: FieldProps) {
  const { kind } = shapeOf(props.schema, useDefinitions());
  switch (kind) {
    case 'body':
      return <BodyField {...props} />;
    case 'choices':
      return <ChoicesControl {...props} />;
    case 'values':
      return <ValuesControl {...props} />;
    case 'rows':
      return <RowsField {...props} />;
    case 'sets':
      return <SetsField {...props} />;
    case 'conditions':
      return <ConditionsField {...props} />;
    case 'group':
    case 'line':
      return <GroupField {...props} />;
    default:
      return <PlainControl {...props} />;
  }
}
