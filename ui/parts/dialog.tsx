// Dialogs for actions that cannot be undone or affect the system. The safe choice has the first focus.
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import css from './floating.module.css';

interface DialogProps {
  readonly title: string;
  readonly text?: string;
  readonly wide?: boolean;
  /** True where the content has nothing that takes the focus, so that the keyboard can scroll it. */
  readonly isText?: boolean;
  readonly onClose: () => void;
  readonly children?: ReactNode;
  readonly actions: ReactNode;
}

export function Dialog({
  title,
  text,
  wide = false,
  isText = false,
  onClose,
  children,
  actions,
}: DialogProps) {
  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={css['scrim']} />
        <Radix.Content
          className={css['dialog']}
          data-wide={wide}
          {...(text === undefined && { 'aria-describedby': undefined })}
        >
          <div className={css['dialogHead']}>
            <Radix.Title className={css['dialogTitle']}>{title}</Radix.Title>
            {text !== undefined && (
              <Radix.Description className={css['dialogText']}>{text}</Radix.Description>
            )}
          </div>
          {children !== undefined && (
            <div
              className={css['dialogBody']}
              {...(isText && { tabIndex: 0, role: 'region', 'aria-label': title })}
            >
              {children}
            </div>
          )}
          <div className={css['dialogActions']}>{actions}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface QuestionProps {
  readonly title: string;
  readonly text: string;
  /** A verb and its object, such as "Delete 6 rules". */
  readonly action: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/**
 * A dialog that asks the user to confirm an action.
 * @public A part that screens are built from.
 */
export function Question({ title, text, action, onConfirm, onClose }: QuestionProps) {
  return (
    <Dialog
      title={title}
      text={text}
      onClose={onClose}
      actions={
        <>
          <Button kind="line" autoFocus onClick={onClose}>
            Cancel
          </Button>
          <Button
            kind="dangerSolid"
            onClick={() => {
              onClose();
              onConfirm();
            }}
          >
            {action}
          </Button>
        </>
      }
    />
  );
}
