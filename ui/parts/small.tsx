// Small parts that have no behaviour of their own.
import type { LucideIcon } from 'lucide-react';
import { Toolbar } from 'radix-ui';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import css from './small.module.css';

export type Tone = 'plain' | 'ok' | 'warn' | 'danger' | 'info' | 'accent';

interface BadgeProps {
  readonly tone?: Tone;
  readonly icon?: LucideIcon;
  readonly title?: string;
  readonly children: ReactNode;
}

export function Badge({ tone = 'plain', icon: Icon, title, children }: BadgeProps) {
  return (
    <span className={css['badge']} data-tone={tone} title={title}>
      {Icon !== undefined && <Icon aria-hidden />}
      {children}
    </span>
  );
}

interface ChipProps {
  readonly pressed: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

/** A button in a ChipGroup that switches something on or off. */
export function Chip({ pressed, onPress, children }: ChipProps) {
  return (
    <Toolbar.Button className={css['chip']} aria-pressed={pressed} onClick={onPress}>
      {children}
    </Toolbar.Button>
  );
}

interface ChipGroupProps {
  readonly label: string;
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/** Chips that are one stop for the tab key. Arrow keys move between them. */
export function ChipGroup({ label, className, children }: ChipGroupProps) {
  return (
    <Toolbar.Root aria-label={label} className={className}>
      {children}
    </Toolbar.Root>
  );
}

interface SegmentedProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly (readonly [value: T, title: string])[];
  readonly onChange: (value: T) => void;
}

/** Offers one choice among a few. Arrow keys move between them. */
export function Segmented<T extends string>({ label, value, options, onChange }: SegmentedProps<T>) {
  const move = (step: number): void => {
    const at = options.findIndex(([each]) => each === value);
    onChange(options[(at + step + options.length) % options.length]![0]);
  };
  return (
    <span
      className={css['segmented']}
      role="radiogroup"
      aria-label={label}
      onKeyDown={(event) => {
        const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
        if (step === undefined) return;
        event.preventDefault();
        move(step);
        const next = event.currentTarget;
        requestAnimationFrame(() => next.querySelector<HTMLElement>('[aria-checked=true]')?.focus());
      }}
    >
      {options.map(([each, title]) => (
        <button
          key={each}
          type="button"
          role="radio"
          aria-checked={each === value}
          tabIndex={each === value ? 0 : -1}
          onClick={() => onChange(each)}
        >
          {title}
        </button>
      ))}
    </span>
  );
}

interface SwitchProps {
  /** Names what the switch controls. */
  readonly label: string;
  readonly on: boolean;
  readonly disabled?: boolean;
  readonly onChange: (on: boolean) => void;
}

/** @public A part that screens are built from. */
export function Switch({ label, on, disabled = false, onChange }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      className={css['switch']}
      aria-label={label}
      aria-checked={on}
      disabled={disabled}
      onClick={() => onChange(!on)}
    />
  );
}

export function Spinner({ label }: { readonly label?: string }) {
  return (
    <span className={css['spinner']} role={label === undefined ? undefined : 'img'} aria-label={label} />
  );
}

interface MiddleTextProps {
  /** Shrinks once the query has. */
  readonly head: ReactNode;
  /** Never shrinks. */
  readonly end: ReactNode;
  /** Shrinks first. */
  readonly query?: ReactNode;
  readonly title?: string;
  readonly className?: string | undefined;
}

/** A text that is cut in its middle, without measuring. */
export function MiddleText({ head, end, query = null, title, className }: MiddleTextProps) {
  return (
    <span className={classes(css['middle'], className)} title={title}>
      <span>{head}</span>
      <span>{end}</span>
      <span>{query}</span>
    </span>
  );
}

interface NoteProps {
  readonly tone: 'info' | 'warn' | 'danger';
  readonly icon: LucideIcon;
  readonly title?: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

/** A remark above content, perhaps with actions. */
export function Note({ tone, icon: Icon, title, children, actions }: NoteProps) {
  return (
    <div className={css['note']} data-tone={tone} role={tone === 'danger' ? 'alert' : 'note'}>
      <Icon aria-hidden />
      <div className={css['noteText']}>
        {title !== undefined && <strong>{title}</strong>}
        {children}
      </div>
      {actions !== undefined && <div className={css['noteActions']}>{actions}</div>}
    </div>
  );
}
