// A short text beside the element under the pointer or with the focus.
import { Tooltip as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import css from './floating.module.css';
import { Keys } from './keys.tsx';

interface TooltipProps {
  readonly text: string;
  readonly keys?: string;
  /** One element that accepts event handlers. */
  readonly children: ReactNode;
}

export function Tooltip({ text, keys, children }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className={css['tooltip']} sideOffset={6} collisionPadding={8}>
          {text}
          {keys !== undefined && <Keys keys={keys} />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Wraps the whole page, so that after one tooltip the next appears at once. */
export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return <Radix.Provider delayDuration={500}>{children}</Radix.Provider>;
}
