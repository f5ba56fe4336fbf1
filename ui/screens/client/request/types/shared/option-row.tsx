// A row of the settings form of a type: the control for one option.
import { Checkbox, FormRow, SelectField, TextField } from '../../../../../parts/index.ts';
import type { PaneProps } from '../../pane.ts';
import css from '../../request.module.css';
import { LineRow } from './line-row.tsx';
import type { Option } from './option.ts';

interface OptionRowProps {
  readonly option: Option;
  /** As the request has it; undefined where it does not. */
  readonly value: unknown;
  readonly variables: PaneProps['variables'];
  readonly onChange: (value: unknown) => void;
}

export function OptionRow({ option, value, variables, onChange }: OptionRowProps) {
  const { label, hint } = option;
  const said = hint !== undefined && { hint };
  switch (option.kind) {
    case 'flag':
      return (
        <FormRow label="" {...said}>
          <FlagControl option={option} value={value} onChange={onChange} />
        </FormRow>
      );
    case 'text':
    case 'secret':
      return (
        <LineRow
          label={label}
          value={textOf(value, option.initial ?? '')}
          variables={variables}
          isSecret={option.kind === 'secret'}
          {...(option.placeholder !== undefined && { placeholder: option.placeholder })}
          {...said}
          onChange={onChange}
        />
      );
    case 'choice':
    case 'number':
    case 'lines':
      return (
        <FormRow label={label} htmlFor={idOf(option)} {...said}>
          {option.kind === 'choice' && <ChoiceControl option={option} value={value} onChange={onChange} />}
          {option.kind === 'number' && <NumberControl option={option} value={value} onChange={onChange} />}
          {option.kind === 'lines' && <LinesControl option={option} value={value} onChange={onChange} />}
        </FormRow>
      );
  }
}

interface ControlProps<K extends Option['kind']> {
  readonly option: Extract<Option, { readonly kind: K }>;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

function FlagControl({ option, value, onChange }: ControlProps<'flag'>) {
  return (
    <Checkbox
      id={idOf(option)}
      label={option.label}
      checked={typeof value === 'boolean' ? value : option.initial}
      onChange={onChange}
    />
  );
}

function ChoiceControl({ option, value, onChange }: ControlProps<'choice'>) {
  return (
    <SelectField
      id={idOf(option)}
      value={Array.isArray(value) ? value.join(',') : textOf(value, option.options[0]![0])}
      options={option.options}
      onChange={(chosen) => onChange(option.isList === true ? chosen.split(',') : chosen)}
    />
  );
}

function NumberControl({ option, value, onChange }: ControlProps<'number'>) {
  const isDecimal = option.isDecimal === true;
  const pattern = isDecimal ? /^\d+(?:\.\d*)?$/ : /^\d{1,9}$/;
  return (
    <TextField
      id={idOf(option)}
      inputMode={isDecimal ? 'decimal' : 'numeric'}
      unit={option.unit}
      value={numberText(value ?? option.initial)}
      onChange={(text) => {
        if (text === '') onChange(option.initial);
        else if (pattern.test(text)) onChange(Number(text));
      }}
    />
  );
}

function LinesControl({ option, value, onChange }: ControlProps<'lines'>) {
  return (
    <textarea
      id={idOf(option)}
      className={css['area']}
      rows={3}
      spellCheck={false}
      value={Array.isArray(value) ? value.join('\n') : ''}
      onChange={(event) => onChange(event.target.value === '' ? [] : event.target.value.split('\n'))}
    />
  );
}

function idOf({ name }: Option): string {
  return `option-${name}`;
}

function textOf(value: unknown, fallback: string): string {
  return typeof value === 'string' ? value : fallback;
}

/** Returns a number, or the variable that stands for one, as it is typed. */
function numberText(value: unknown): string {
  return typeof value === 'number' || typeof value === 'string' ? String(value) : '';
}
