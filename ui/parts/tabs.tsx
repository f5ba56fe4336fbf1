// A strip of tabs. Arrow keys move between them. When it does not fit, the strip scrolls, and a menu has all of them.
import { ChevronDown } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { IconButton } from './button.tsx';
import { Menu } from './menu.tsx';
import css from './tabs.module.css';

export interface TabItem<T extends string = string> {
  readonly id: T;
  readonly title: string;
  readonly count?: number | string | undefined;
}

interface TabsProps<T extends string> {
  readonly label: string;
  readonly items: readonly TabItem<T>[];
  readonly value: T;
  readonly onChange: (id: T) => void;
  /** Shown before the tabs, such as a title. */
  readonly start?: ReactNode;
  /** Shown at the end of the strip. */
  readonly end?: ReactNode;
  /** The id of the panel that the tabs control. */
  readonly panel: string;
}

export function Tabs<T extends string>({ label, items, value, onChange, start, end, panel }: TabsProps<T>) {
  const list = useRef<HTMLDivElement>(null);
  const isCut = useCut(list);
  useEffect(() => {
    list.current
      ?.querySelector('[aria-selected=true]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [value]);
  const select = (id: T): void => {
    onChange(id);
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus());
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = items.findIndex(({ id }) => id === value);
    const next = {
      ArrowRight: items[(at + 1) % items.length],
      ArrowLeft: items[(at - 1 + items.length) % items.length],
      Home: items[0],
      End: items.at(-1),
    }[event.key];
    // With a modifier it is a key of a command.
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    select(next.id);
  };
  return (
    <div className={css['tabs']}>
      {start}
      <div
        className={css['tabList']}
        role="tablist"
        aria-label={label}
        data-cut={isCut}
        ref={list}
        onKeyDown={onKeyDown}
      >
        {items.map(({ id, title, count }) => (
          <button
            key={id}
            type="button"
            role="tab"
            className={css['tab']}
            aria-selected={id === value}
            aria-controls={panel}
            tabIndex={id === value ? 0 : -1}
            onClick={() => onChange(id)}
          >
            {title}
            {count !== undefined && <span className={css['tabCount']}>{count}</span>}
          </button>
        ))}
      </div>
      {isCut && <AllTabs {...{ label, items, value, onChange }} />}
      {end !== undefined && <div className={css['tabEnd']}>{end}</div>}
    </div>
  );
}

/** The menu of all tabs. */
function AllTabs<T extends string>({
  label,
  items,
  value,
  onChange,
}: Pick<TabsProps<T>, 'label' | 'items' | 'value' | 'onChange'>) {
  return (
    <Menu
      align="end"
      entries={items.map(({ id, title }) => ({
        label: title,
        checked: id === value,
        onSelect: () => onChange(id),
      }))}
    >
      <IconButton icon={ChevronDown} size="small" label={`All tabs of ${label}`} className={css['all']} />
    </Menu>
  );
}

/** Returns true while an element is too narrow for what is in it. */
function useCut(element: RefObject<HTMLElement | null>): boolean {
  const [isCut, setCut] = useState(false);
  useEffect(() => {
    const box = element.current;
    if (box === null) return;
    const measure = (): void => setCut(box.scrollWidth > box.clientWidth + 1);
    const observer = new ResizeObserver(measure);
    for (const each of [box, ...box.children]) observer.observe(each);
    return () => observer.disconnect();
  });
  return isCut;
}
