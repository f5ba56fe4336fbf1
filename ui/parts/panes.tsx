// Regions of a screen: the sidebar with its items, and the headings of panes and sections.
import type { LucideIcon } from 'lucide-react';
import { PanelLeft } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useCommands } from '../commands/index.ts';
import { useMedia } from '../state/media.ts';
import { useStore, type Store } from '../state/store.ts';
import { IconButton } from './button.tsx';
import css from './panes.module.css';
import { Sash } from './sash.tsx';

interface SidebarProps {
  readonly label: string;
  readonly title: ReactNode;
  /** Shown after the title. */
  readonly actions?: ReactNode;
  /** Shown in place of the title. */
  readonly head?: ReactNode;
  /** Shown at the bottom. */
  readonly foot?: ReactNode;
  /** Stores the width in pixels, which starts at `initial`. */
  readonly width: Store<number>;
  readonly initial: number;
  /** The width of the window from which it is no drawer; 1280 by default. */
  readonly fixedFrom?: number;
  readonly children: ReactNode;
}

/** A sidebar. In a narrow window it is a drawer, closed until the user opens it. */
export function Sidebar(props: SidebarProps) {
  const { label, title, actions, head, foot, width, initial, fixedFrom = 1280, children } = props;
  const size = useStore(width);
  const name = typeof title === 'string' ? title : label;
  const { isNarrow, isOpen, setOpen } = useDrawer(name, fixedFrom);
  if (isNarrow && !isOpen)
    return (
      <div className={css['strip']} data-region data-strip>
        <IconButton icon={PanelLeft} label={`Show ${name}`} keys="[" onClick={() => setOpen(true)} />
      </div>
    );
  return (
    <>
      {isNarrow && <div className={css['scrim']} onClick={() => setOpen(false)} aria-hidden />}
      <aside
        className={css['sidebar']}
        data-drawer={isNarrow}
        style={{ width: size }}
        aria-label={label}
        data-region
        onClick={({ target }) => {
          // The drawer covers what was chosen.
          if (isNarrow && (target as Element).closest('a, [data-closes-drawer]') !== null) setOpen(false);
        }}
      >
        <div className={css['sidebarHead']}>
          {head ?? <h1>{title}</h1>}
          {actions}
        </div>
        <div className={css['sidebarBody']}>{children}</div>
        {foot !== undefined && <div className={css['sidebarFoot']}>{foot}</div>}
      </aside>
      {!isNarrow && (
        <Sash
          label={`Width of ${label}`}
          orientation="vertical"
          {...{ size, min: 168, max: 360, initial }}
          onResize={width.set}
        />
      )}
    </>
  );
}

const DRAWER = { id: 'pane.drawer', keys: '[' };
const CLOSE = { id: 'pane.close', title: 'Close', keys: 'escape', inPalette: false };

/** Returns whether the sidebar is a drawer, and whether the drawer is open. Offers the keys that show and hide it. */
function useDrawer(name: string, fixedFrom: number) {
  const isNarrow = useMedia(`(max-width: ${fixedFrom - 1}px)`);
  const [isOpen, setOpen] = useState(false);
  const place = { group: 'pane', heading: name } as const;
  const drawer = { ...DRAWER, ...place, title: `Show or hide ${name}`, run: () => setOpen(!isOpen) };
  const close = { ...CLOSE, ...place, run: () => setOpen(false) };
  useCommands(isNarrow ? (isOpen ? [drawer, close] : [drawer]) : []);
  return { isNarrow, isOpen, setOpen };
}

interface SideItemProps {
  readonly href: string;
  readonly icon?: LucideIcon;
  readonly title: string;
  readonly count?: number | undefined;
  readonly isCurrent: boolean;
  readonly isDim?: boolean;
  /** A control shown beside the link. */
  readonly children?: ReactNode;
}

export function SideItem(props: SideItemProps) {
  const { href, icon: Icon, title, count, isCurrent, isDim = false, children } = props;
  return (
    <div className={css['item']} data-current={isCurrent} data-dim={isDim}>
      <a href={href} aria-current={isCurrent ? 'page' : undefined}>
        {Icon !== undefined && <Icon aria-hidden />}
        <span className={css['itemTitle']}>{title}</span>
        {count !== undefined && <span className={css['itemCount']}>{count.toLocaleString('en')}</span>}
      </a>
      {children}
    </div>
  );
}

interface HeadProps {
  readonly title: ReactNode;
  /** A control beside the title. */
  readonly control?: ReactNode;
  /** A quieter text beside the title. */
  readonly note?: ReactNode;
  /** Shown at the end. */
  readonly children?: ReactNode;
}

/** The heading of a pane, as high as a bar. `wraps`: takes several lines in a narrow window. */
export function PaneHead({
  title,
  control,
  note,
  wraps = false,
  children,
}: HeadProps & { readonly wraps?: boolean }) {
  return (
    <div className={css['paneHead']} data-wraps={wraps}>
      <h2>{title}</h2>
      {control}
      {note !== undefined && <span className={css['note']}>{note}</span>}
      <span className={css['gap']} />
      {children}
    </div>
  );
}

/** The heading of a section inside a pane. */
export function SectionHead({ title, note, children }: Omit<HeadProps, 'control'>) {
  return (
    <div className={css['sectionHead']}>
      <h3>{title}</h3>
      {note !== undefined && <span className={css['note']}>{note}</span>}
      <span className={css['gap']} />
      {children}
    </div>
  );
}
