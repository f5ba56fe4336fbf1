// A list of lines of one height that can be long: one stop for the tab key, in which arrow keys move.
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import css from './line-list.module.css';

interface LineListProps<T> {
  readonly label: string;
  readonly lines: readonly T[];
  readonly keyOf: (line: T) => string;
  /** The key of the line with the cursor; null for none. */
  readonly current: string | null;
  readonly onCurrent: (line: T) => void;
  /** Called for Enter and a double click. */
  readonly onActivate?: (line: T) => void;
  /** Handles further keys; returns true for those that it has handled. */
  readonly onKey?: (event: KeyboardEvent, line: T | null) => boolean;
  /** True for a line that heads others; it cannot be chosen. */
  readonly isHeading?: (line: T) => boolean;
  readonly height?: number;
  /** True for lines between the lines. */
  readonly isRuled?: boolean;
  /** `tree`: lines tell their depth. */
  readonly role?: 'listbox' | 'tree';
  readonly depthOf?: (line: T) => number;
  readonly isOpen?: (line: T) => boolean | null;
  readonly children: (line: T) => ReactNode;
}

const HEIGHT = 26;

export function LineList<T>(props: LineListProps<T>) {
  const { label, lines, keyOf, current, onCurrent, onActivate, height = HEIGHT, role = 'listbox' } = props;
  const { isHeading = () => false, isRuled = false, children } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    overscan: 12,
  });
  const at = lines.findIndex((line) => keyOf(line) === current);
  useEffect(() => {
    if (at !== -1) virtual.scrollToIndex(at, { align: 'auto' });
    // Only another line is brought into sight.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [current, at]);
  const onKeyDown = useLineKeys(props, at);
  return (
    <div ref={box} className={css['box']} data-ruled={isRuled}>
      <div
        role={role}
        aria-label={label}
        aria-activedescendant={at === -1 ? undefined : `${id}-${at}`}
        tabIndex={0}
        className={css['list']}
        style={{ height: virtual.getTotalSize() }}
        onKeyDown={onKeyDown}
        onFocus={() => {
          const first = lines.find((line) => !isHeading(line));
          if (at === -1 && first !== undefined) onCurrent(first);
        }}
      >
        {virtual.getVirtualItems().map(({ index, start }) => {
          const line = lines[index]!;
          const heads = isHeading(line);
          return (
            <div
              key={keyOf(line)}
              id={`${id}-${index}`}
              {...lineRole(props, line, heads)}
              aria-selected={heads ? undefined : index === at}
              data-heading={heads}
              className={css['line']}
              style={{ height, transform: `translateY(${start}px)` }}
              onClick={() => !heads && onCurrent(line)}
              onDoubleClick={() => !heads && onActivate?.(line)}
            >
              {children(line)}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function lineRole<T>(
  { role = 'listbox', depthOf, isOpen }: LineListProps<T>,
  line: T,
  heads: boolean,
): object {
  if (role === 'tree')
    return {
      role: 'treeitem',
      'aria-level': (depthOf?.(line) ?? 0) + 1,
      'aria-expanded': isOpen?.(line) ?? undefined,
    };
  return heads ? { role: 'presentation' } : { role: 'option' };
}

/** Returns the handler of keys: arrows, Home, End and Enter, and what the list adds. */
function useLineKeys<T>(props: LineListProps<T>, at: number): (event: KeyboardEvent) => void {
  const { lines, onCurrent, onActivate, onKey, isHeading = () => false } = props;
  const step = (from: number, by: number): void => {
    for (let next = from; next >= 0 && next < lines.length; next += by) {
      const line = lines[next]!;
      if (isHeading(line)) continue;
      onCurrent(line);
      return;
    }
  };
  return (event) => {
    const line = lines[at] ?? null;
    if (onKey?.(event, line) === true) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const keys: Readonly<Record<string, () => void>> = {
      ArrowDown: () => step(at + 1, 1),
      ArrowUp: () => step(at === -1 ? 0 : at - 1, -1),
      Home: () => step(0, 1),
      End: () => step(lines.length - 1, -1),
      ...(onActivate !== undefined && line !== null && { Enter: () => onActivate(line) }),
    };
    const run = keys[event.key];
    if (run === undefined || event.target !== event.currentTarget) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };
}
