// A strip of tabs. Arrow keys move between them, and the strip scrolls when it does not fit.
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
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
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    select(next.id);
  };
  return (
    <div className={css['tabs']}>
      {start}
      <div className={css['tabList']} role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
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
      {end !== undefined && <div className={css['tabEnd']}>{end}</div>}
    </div>
  );
}
