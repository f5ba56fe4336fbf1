// A panel that a button opens, for what a menu has no room for: fields, and choices that stay open.
import { Popover as Parts } from 'radix-ui';
import type { ReactNode } from 'react';
import css from './floating.module.css';

interface PopoverProps {
  /** The name of the panel. */
  readonly label: string;
  /** A button. */
  readonly trigger: ReactNode;
  readonly width: number;
  readonly align?: 'start' | 'end';
  readonly children: ReactNode;
}

export function Popover({ label, trigger, width, align = 'start', children }: PopoverProps) {
  return (
    <Parts.Root>
      <Parts.Trigger asChild>{trigger}</Parts.Trigger>
      <Parts.Portal>
        <Parts.Content
          className={css['panel']}
          style={{ width }}
          aria-label={label}
          align={align}
          sideOffset={4}
          collisionPadding={8}
        >
          {children}
        </Parts.Content>
      </Parts.Portal>
    </Parts.Root>
  );
}
