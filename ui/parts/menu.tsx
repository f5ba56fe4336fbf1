// Menus that a button opens, and menus at the pointer. Both are drawn from the same list of entries.
import type { LucideIcon } from 'lucide-react';
import { Check, ChevronRight } from 'lucide-react';
import { ContextMenu, DropdownMenu } from 'radix-ui';
import { Fragment, type KeyboardEvent, type ReactNode } from 'react';
import { keysOf } from '../commands/index.ts';
import css from './floating.module.css';
import { Keys } from './keys.tsx';

/** An entry of a menu. With `entries`, it opens a submenu. */
export type MenuEntry =
  | 'separator'
  | { readonly heading: string }
  | {
      readonly label: string;
      readonly icon?: LucideIcon;
      /** The keys of its command; the first are shown. */
      readonly keys?: string | readonly string[];
      readonly hint?: string;
      /** Present for an entry that is on or off. */
      readonly checked?: boolean;
      /** True, or the reason, for an entry that cannot be chosen now. */
      readonly disabled?: boolean | string;
      readonly danger?: boolean;
      /** True to keep the menu open, so that several choices can follow each other. */
      readonly keepOpen?: boolean;
      readonly onSelect?: () => void;
      readonly entries?: readonly MenuEntry[];
      /** Drawn in place of the label. */
      readonly content?: ReactNode;
    };

/** The characters of a label that are in sight without a tooltip. */
const MAX_LABEL = 48;

/** The two kinds of menus have the same parts under different names. */
type Kind = typeof DropdownMenu | typeof ContextMenu;

interface MenuProps {
  readonly entries: readonly MenuEntry[];
  readonly children: ReactNode;
  readonly align?: 'start' | 'end';
  /** For a menu that a key opens too. */
  readonly isOpen?: boolean;
  readonly onOpen?: (isOpen: boolean) => void;
}

/** A menu that opens from its only child, a button. */
export function Menu({ entries, children, align = 'start', isOpen, onOpen }: MenuProps) {
  return (
    <DropdownMenu.Root
      modal={false}
      {...(isOpen !== undefined && { open: isOpen })}
      {...(onOpen !== undefined && { onOpenChange: onOpen })}
    >
      <DropdownMenu.Trigger asChild onKeyDown={leaveCommands}>
        {children}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={css['menu']} align={align} sideOffset={4} collisionPadding={8}>
          <Entries of={DropdownMenu} entries={entries} />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** Keeps Ctrl+Enter on the button for the command of that key: Radix would open the menu, whatever is held with Enter. */
function leaveCommands(event: KeyboardEvent): void {
  const isCommand = event.ctrlKey || event.metaKey || event.altKey;
  // Only Radix sees this: the event itself goes on to the commands.
  if (isCommand) Object.assign(event, { defaultPrevented: true });
}

interface PointerMenuProps {
  /** Called when the menu opens, because the entries depend on where the pointer is. */
  readonly entries: () => readonly MenuEntry[];
  readonly children: ReactNode;
}

/** A menu that opens at the pointer, or at the child when the menu key is pressed. */
export function PointerMenu({ entries, children }: PointerMenuProps) {
  return (
    <ContextMenu.Root modal={false}>
      <ContextMenu.Trigger asChild>{children}</ContextMenu.Trigger>
      <ContextMenu.Portal>
        <ContextMenu.Content className={css['menu']} collisionPadding={8}>
          <LateEntries entries={entries} />
        </ContextMenu.Content>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  );
}

function LateEntries({ entries }: Pick<PointerMenuProps, 'entries'>) {
  return <Entries of={ContextMenu} entries={entries()} />;
}

function Entries({ of: Parts, entries }: { readonly of: Kind; readonly entries: readonly MenuEntry[] }) {
  return entries.map((entry, index) => (
    <Fragment key={index}>
      <Entry of={Parts} entry={entry} />
    </Fragment>
  ));
}

function Entry({ of: Parts, entry }: { readonly of: Kind; readonly entry: MenuEntry }) {
  if (entry === 'separator') return <Parts.Separator className={css['menuSeparator']} />;
  if ('heading' in entry) return <Parts.Label className={css['groupLabel']}>{entry.heading}</Parts.Label>;
  const { entries, checked, danger, keepOpen = false, onSelect } = entry;
  const disabled = Boolean(entry.disabled);
  const shared = { className: css['item'], disabled, ...(danger && { 'data-tone': 'danger' }) };
  if (entries !== undefined)
    return (
      <Parts.Sub>
        <Parts.SubTrigger {...shared}>
          <Face entry={entry} />
          <ChevronRight aria-hidden />
        </Parts.SubTrigger>
        <Parts.Portal>
          <Parts.SubContent className={css['menu']} collisionPadding={8}>
            <Entries of={Parts} entries={entries} />
          </Parts.SubContent>
        </Parts.Portal>
      </Parts.Sub>
    );
  const select = (event: Event): void => {
    if (keepOpen) event.preventDefault();
    onSelect?.();
  };
  if (checked === undefined)
    return (
      <Parts.Item {...shared} onSelect={select}>
        <Face entry={entry} />
      </Parts.Item>
    );
  return (
    <Parts.CheckboxItem {...shared} checked={checked} onSelect={select}>
      <span className={css['check']}>{checked && <Check aria-hidden />}</span>
      <Face entry={entry} />
    </Parts.CheckboxItem>
  );
}

function Face({ entry }: { readonly entry: Extract<MenuEntry, { readonly label: string }> }) {
  const { icon: Icon, label, hint, content } = entry;
  const [keys] = keysOf(entry);
  return (
    <>
      {Icon !== undefined && <Icon aria-hidden />}
      <span className={css['label']} title={label.length > MAX_LABEL ? label : undefined}>
        {content ?? label}
      </span>
      {hint !== undefined && <span className={css['hint']}>{hint}</span>}
      {keys !== undefined && <Keys keys={keys} />}
    </>
  );
}
