// Buttons with a label, and buttons with only an icon, which have a name and a tooltip.
import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classes } from './classes.ts';
import { Keys } from './keys.tsx';
import css from './button.module.css';
import { Tooltip } from './tooltip.tsx';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: 'primary' | 'line' | 'quiet' | 'danger' | 'dangerSolid';
  readonly size?: 'normal' | 'small';
  readonly icon?: LucideIcon;
  /** The keys that are shown beside the label; their command is declared elsewhere. */
  readonly keys?: string;
  readonly children: ReactNode;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function Button(props: ButtonProps) {
  const { kind = 'quiet', size = 'normal', icon: Icon, keys, children, className, ...rest } = props;
  const kindClass = kind === 'quiet' ? '' : css[kind];
  return (
    <button
      type="button"
      className={classes(css['button'], kindClass, size === 'small' && css['small'], className)}
      {...rest}
    >
      {Icon !== undefined && <Icon aria-hidden />}
      {children}
      {keys !== undefined && <Keys keys={keys} />}
    </button>
  );
}

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  readonly icon: LucideIcon;
  /** The name, which starts with a verb. */
  readonly label: string;
  readonly keys?: string;
  readonly size?: 'normal' | 'small';
  readonly ref?: Ref<HTMLButtonElement>;
}

export function IconButton(props: IconButtonProps) {
  const { icon: Icon, label, keys, size = 'normal', className, ...rest } = props;
  return (
    <Tooltip text={label} {...(keys !== undefined && { keys })}>
      <button
        type="button"
        aria-label={label}
        data-tooltip
        className={classes(css['iconButton'], size === 'small' && css['iconSmall'], className)}
        {...rest}
      >
        <Icon aria-hidden />
      </button>
    </Tooltip>
  );
}

export function Separator() {
  return <span className={css['separator']} aria-hidden />;
}
