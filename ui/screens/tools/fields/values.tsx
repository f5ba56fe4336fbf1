// The field for a list of plain values, which are typed with commas between them or chosen from a few.
import { useState } from 'react';
import { Chip, ChipGroup, TextField } from '../../../parts/index.ts';
import { fieldId, useDefinitions, useFieldError, type FieldProps } from './context.ts';
import { labelOf } from '../model/labels.ts';
import { typedValue } from './plain.tsx';
import { shapeOf } from '../model/schema.ts';
import css from './fields.module.css';

export function ValuesControl({ schema, name, path, value, onChange }: FieldProps) {
  const definitions = useDefinitions();
  const error = useFieldError(path, true);
  const list = Array.isArray(value) ? value : [];
  const [typed, setTyped] = useState<string | null>(null);
  const items = shapeOf(shapeOf(schema, definitions).schema.items ?? {}, definitions);
  // A number, or a text such as 5xx.
  const kind = items.schema.anyOf?.some(({ type }) => type === 'integer') === true ? 'number' : items.kind;
  return (
    <TextField
      id={fieldId(path)}
      mono
      value={typed ?? list.join(', ')}
      placeholder={kind === 'number' ? 'such as 404, 500' : undefined}
      isWrong={error !== null}
      aria-label={labelOf(name)}
      onChange={(text) => {
        setTyped(text);
        const parts = text.split(/[,\s]+/).filter((part) => part !== '');
        onChange(parts.map((part) => typedValue(part, { kind, isNullable: false })));
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

export function ChoicesControl({ schema, name, value, onChange }: FieldProps) {
  const definitions = useDefinitions();
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  const names = shapeOf(shapeOf(schema, definitions).schema.items ?? {}, definitions).schema.enum ?? [];
  return (
    <ChipGroup label={labelOf(name)} className={css['chips']}>
      {names.map((each) => (
        <Chip
          key={each}
          pressed={list.includes(each)}
          onPress={() => onChange(names.filter((other) => list.includes(other) !== (other === each)))}
        >
          {labelOf(each)}
        </Chip>
      ))}
    </ChipGroup>
  );
}
