// A row of the JSON tree: a name with its value, or with the number of values inside.
import { ChevronDown, ChevronRight } from 'lucide-react';
import { classes } from '../../../parts/index.ts';
import css from './tree.module.css';
import { scalarText, type JsonRow } from './json-rows.ts';

const MAX_TEXT = 300;

interface TreeRowProps {
  readonly id: string;
  readonly row: JsonRow;
  readonly top: number;
  readonly isMatch: boolean;
  readonly isCursor: boolean;
  readonly onPress: () => void;
}

export function TreeRow({ id, row, top, isMatch, isCursor, onPress }: TreeRowProps) {
  const { level, label, isOpen, path } = row;
  const Arrow = isOpen === true ? ChevronDown : ChevronRight;
  return (
    <div
      id={id}
      role="treeitem"
      aria-level={level + 1}
      aria-expanded={isOpen ?? undefined}
      aria-selected={isCursor}
      className={css['treeRow']}
      title={path}
      style={{ transform: `translateY(${top}px)`, paddingLeft: 6 + level * 16 }}
      onClick={onPress}
    >
      <span className={css['twist']}>{isOpen !== null && <Arrow aria-hidden />}</span>
      {label !== null && (
        <>
          <span className={classes(css['key'], isMatch && css['match'])}>{label}</span>
          <span className={css['punctuation']}>: </span>
        </>
      )}
      <ValueText row={row} />
    </div>
  );
}

function ValueText({ row: { value, isOpen, children } }: { readonly row: JsonRow }) {
  if (isOpen !== null) {
    const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
    const unit = Array.isArray(value) ? 'item' : 'key';
    return (
      <>
        <span className={css['punctuation']}>
          {isOpen ? open : `${open}${children === 0 ? '' : '…'}${close}`}
        </span>
        {!isOpen && children > 0 && (
          <span className={css['childCount']}>
            {children} {unit}
            {children === 1 ? '' : 's'}
          </span>
        )}
      </>
    );
  }
  if (typeof value !== 'string')
    return (
      <span className={typeof value === 'number' ? css['number'] : css['atom']}>{scalarText(value)}</span>
    );
  const cut = value.length > MAX_TEXT;
  return (
    <>
      <span className={css['string']}>{JSON.stringify(cut ? value.slice(0, MAX_TEXT) : value)}</span>
      {cut && <span className={css['childCount']}>{value.length} characters</span>}
    </>
  );
}
