// Variables that a run adds, as lines such as `host=localhost`.
import { useState } from 'react';
import { FormRow } from '../../../parts/index.ts';
import { isSameJson } from '../../../../src/base/same-json.ts';
import css from './setup.module.css';

type Variables = Readonly<Record<string, string>>;

interface VariableRowProps {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly value: Variables;
  readonly onChange: (value: Record<string, string>) => void;
}

export function VariableRow({ id, label, hint, value, onChange }: VariableRowProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const own = typed === null ? null : parsed(typed);
  // What was typed stays as it was typed while it says the same.
  const text = typed !== null && (own === null || isSameJson(own, value)) ? typed : textOf(value);
  return (
    <FormRow label={label} htmlFor={id} error={own === null && typed === text ? 'Write NAME=VALUE' : null}>
      <textarea
        id={id}
        className={css['variables']}
        rows={Math.min(6, Math.max(1, text.split('\n').length))}
        placeholder="name=value"
        spellCheck={false}
        title={hint}
        value={text}
        onChange={(event) => {
          setTyped(event.target.value);
          const variables = parsed(event.target.value);
          if (variables !== null) onChange(variables);
        }}
      />
    </FormRow>
  );
}

/** Returns the variables of the lines; null where one of them is none. */
function parsed(text: string): Record<string, string> | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.some((line) => line.indexOf('=') < 1)) return null;
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')).trim(), line.slice(line.indexOf('=') + 1)]),
  );
}

function textOf(variables: Variables): string {
  return Object.entries(variables)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n');
}
