// Parts of forms: a row with label, hint and error, and fields for texts, choices and flags.
import { Check, ChevronDown, CircleX } from 'lucide-react';
import type { InputHTMLAttributes, ReactNode, Ref, SelectHTMLAttributes } from 'react';
import { classes } from './classes.ts';
import css from './form.module.css';

interface FormRowProps {
  readonly label: string;
  /** The id of the control that the label names; without it, the row is a group of controls. */
  readonly htmlFor?: string;
  readonly hint?: ReactNode;
  readonly error?: string | null;
  readonly children: ReactNode;
}

export function FormRow({ label, htmlFor, hint, error = null, children }: FormRowProps) {
  return (
    <div className={css['row']} {...(htmlFor === undefined && { role: 'group', 'aria-label': label })}>
      {htmlFor === undefined ? (
        <span className={css['label']} aria-hidden>
          {label}
        </span>
      ) : (
        <label className={css['label']} htmlFor={htmlFor}>
          {label}
        </label>
      )}
      <div className={css['control']}>
        {children}
        {error !== null && (
          <p
            className={css['error']}
            role="alert"
            id={htmlFor === undefined ? undefined : `${htmlFor}-error`}
          >
            <CircleX aria-hidden />
            {error}
          </p>
        )}
        {hint !== undefined && error === null && <p className={css['hint']}>{hint}</p>}
      </div>
    </div>
  );
}

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isWrong?: boolean;
  readonly mono?: boolean;
  /** The unit shown after the value, such as `ms`. */
  readonly unit?: string | undefined;
  readonly ref?: Ref<HTMLInputElement>;
}

export function TextField(props: TextFieldProps) {
  const { value, onChange, isWrong = false, mono = false, unit, className, id, ...rest } = props;
  return (
    <span className={classes(css['field'], className)} data-wrong={isWrong}>
      <input
        id={id}
        type="text"
        className={mono ? css['mono'] : undefined}
        autoComplete="off"
        spellCheck={false}
        value={value}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong && id !== undefined ? `${id}-error` : undefined}
        onChange={(event) => onChange(event.target.value)}
        {...rest}
      />
      {unit !== undefined && <span className={css['unit']}>{unit}</span>}
    </span>
  );
}

interface SelectFieldProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange' | 'value'> {
  readonly value: string;
  readonly options: readonly (readonly [value: string, title: string])[];
  readonly onChange: (value: string) => void;
}

export function SelectField({ value, options, onChange, className, ...rest }: SelectFieldProps) {
  return (
    <span className={classes(css['field'], css['select'], className)}>
      <select value={value} onChange={(event) => onChange(event.target.value)} {...rest}>
        {options.map(([each, title]) => (
          <option key={each} value={each}>
            {title}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden />
    </span>
  );
}

interface CheckboxProps {
  readonly id?: string;
  readonly label: string;
  /** True where what is beside it says the same to the eye. */
  readonly isLabelHidden?: boolean;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function Checkbox({ id, label, isLabelHidden = false, checked, onChange }: CheckboxProps) {
  return (
    <label className={css['checkbox']}>
      <input id={id} type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      <span className={css['box']} aria-hidden>
        <Check />
      </span>
      {isLabelHidden ? <span className="visually-hidden">{label}</span> : label}
    </label>
  );
}
