// A row of the JSON tree: a name with its value, or with the number of values inside.
import { ChevronDown, ChevronRight } from 'lucide-react';
import { countText, sizeText } from '../../format/measures.ts';
import { classes } from '../../parts/index.ts';
import css from '../tree.module.css';
import type { JsonRow } from './json-document.ts';

/** Levels that are indented; deeper ones would leave the pane. */
const MAX_INDENTED = 40;

interface TreeRowProps {
  readonly id: string;
  readonly row: JsonRow;
  readonly top: number;
  readonly isCursor: boolean;
  readonly onPress: () => void;
  /** Called before a menu opens at the row. */
  readonly onMenu: () => void;
}

export function TreeRow({ id, row, top, isCursor, onPress, onMenu }: TreeRowProps) {
  const { level, label, isOpen, isHit } = row;
  const Arrow = isOpen === true ? ChevronDown : ChevronRight;
  return (
    <div
      id={id}
      role="treeitem"
      aria-level={level + 1}
      aria-expanded={isOpen ?? undefined}
      aria-selected={isCursor}
      className={css['treeRow']}
      style={{ transform: `translateY(${top}px)`, paddingLeft: 6 + Math.min(level, MAX_INDENTED) * 16 }}
      onClick={onPress}
      onContextMenu={onMenu}
    >
      {level > MAX_INDENTED && <span className={css['childCount']}>level {countText(level)}</span>}
      <span className={css['twist']}>{isOpen !== null && <Arrow aria-hidden />}</span>
      {label !== null && (
        <>
          <span className={classes(css['key'], isHit && css['match'])}>{label}</span>
          <span className={css['punctuation']}>: </span>
        </>
      )}
      <ValueText row={row} />
    </div>
  );
}

const BRACKETS = { object: ['{', '}', 'key'], list: ['[', ']', 'item'] } as const;

function ValueText({ row: { kind, text, isOpen, size, cutSize } }: { readonly row: JsonRow }) {
  if (kind === 'object' || kind === 'list') {
    const [open, close, unit] = BRACKETS[kind];
    return (
      <>
        <span className={css['punctuation']}>
          {isOpen === true ? open : `${open}${size === 0 ? '' : '…'}${close}`}
        </span>
        {isOpen !== true && size > 0 && (
          <span className={css['childCount']}>
            {countText(size)} {unit}
            {size === 1 ? '' : 's'}
          </span>
        )}
      </>
    );
  }
  if (kind !== 'string')
    return <span className={kind === 'number' ? css['number'] : css['atom']}>{text}</span>;
  return (
    <>
      <span className={css['string']}>{JSON.stringify(text)}</span>
      {cutSize !== null && <span className={css['childCount']}>{sizeText(cutSize)}</span>}
    </>
  );
}

/** The text that could not be read. */
export function RestRow({ text, top }: { readonly text: string; readonly top: number }) {
  return (
    <div
      role="treeitem"
      aria-level={1}
      aria-selected={false}
      className={css['treeRow']}
      style={{ transform: `translateY(${top}px)`, paddingLeft: 6 }}
    >
      <span className={css['twist']} />
      <span className={css['rest']}>{text.replaceAll(/\s+/g, ' ')}</span>
    </div>
  );
}
