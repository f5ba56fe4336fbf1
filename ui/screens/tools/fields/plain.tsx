// The controls of plain values: texts, numbers, choices, flags, and JSON.
import { Checkbox, SelectField, Segmented, TextField } from '../../../parts/index.ts';
import { fieldId, useDefinitions, useFieldError, type FieldProps } from './context.ts';
import { labelOf, unitOf } from '../model/labels.ts';
import { shapeOf, textOf, type Shape } from '../model/schema.ts';

const MAX_SEGMENTS = 3;
const MAX_SEGMENT_CHARS = 26;
/** The fields that hold natural language; all others hold code. */
const WORDS: ReadonlySet<string> = new Set(['name', 'comment', 'reason']);

interface PlainProps extends FieldProps {
  /** Names the control when no label does. */
  readonly label?: string;
  readonly isInline?: boolean;
}

export function PlainControl(props: PlainProps) {
  const { schema, name, value, onChange } = props;
  const shape = shapeOf(schema, useDefinitions());
  if (shape.kind === 'flag')
    return <Checkbox label={labelOf(name)} checked={value === true} onChange={onChange} />;
  if (shape.kind === 'choice') return <Choice {...props} shape={shape} />;
  return <Text {...props} shape={shape} />;
}

function Choice({
  name,
  path,
  value,
  onChange,
  label,
  isInline = false,
  shape,
}: PlainProps & { readonly shape: Shape }) {
  const names = shape.schema.enum ?? [];
  const options = names.map((each) => [each, labelOf(each)] as const);
  const all = shape.isNullable ? [['', 'Keep'] as const, ...options] : options;
  const chars = all.reduce((sum, [, title]) => sum + title.length, 0);
  if (!isInline && all.length <= MAX_SEGMENTS && chars <= MAX_SEGMENT_CHARS)
    return (
      <Segmented
        label={label ?? labelOf(name)}
        value={textOf(value)}
        options={all}
        onChange={(chosen) => onChange(chosen === '' ? null : chosen)}
      />
    );
  return (
    <SelectField
      id={fieldId(path)}
      aria-label={label}
      value={textOf(value)}
      options={all}
      onChange={(chosen) => onChange(chosen === '' ? null : chosen)}
    />
  );
}

function Text({
  name,
  path,
  value,
  onChange,
  label,
  isInline,
  shape,
}: PlainProps & { readonly shape: Shape }) {
  const error = useFieldError(path, true);
  return (
    <TextField
      id={fieldId(path)}
      aria-label={label}
      value={textOf(value)}
      mono={!WORDS.has(name) || isInline === true}
      unit={unitOf(name)}
      inputMode={shape.kind === 'number' ? 'decimal' : 'text'}
      placeholder={isInline === true ? labelOf(name).toLowerCase() : undefined}
      isWrong={error !== null}
      onChange={(text) => onChange(typedValue(text, shape))}
    />
  );
}

/**
 * Returns the value that the typed text stands for. Text that stands for none stays as it is, and the app explains it.
 */
export function typedValue(text: string, { kind, isNullable }: Pick<Shape, 'kind' | 'isNullable'>): unknown {
  if (text === '') return isNullable ? null : '';
  if (kind === 'number') {
    const number = Number(text);
    return text.trim() === '' || !Number.isFinite(number) || /[.]0*$/.test(text) ? text : number;
  }
  if (kind === 'json' && /^\s*[[{]/.test(text)) {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return text;
    }
  }
  return text;
}
