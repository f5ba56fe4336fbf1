// A changed text in one column, and in two.
import { Undo2 } from 'lucide-react';
import { useMemo } from 'react';
import { IconButton } from '../../../parts/index.ts';
import { lineDiff } from '../examples/line-diff.ts';
import { count } from '../../../state/actions.ts';
import css from './git.module.css';
import parts from './detail.module.css';
import { countLines, hunksOf, textLines, type Hunk } from './text-lines.ts';

/** Lines that are drawn. */
const MAX_LINES = 3000;

interface TextsProps {
  readonly before: string;
  readonly after: string;
}

const SIGNS = { removed: '−', added: '+' } as const;

interface UnifiedProps extends TextsProps {
  /** Gives lines back what they were; absent where that is not offered. */
  readonly onDiscard?: (hunk: Hunk) => void;
}

export function Unified({ before, after, onDiscard }: UnifiedProps) {
  const lines = useMemo(() => textLines(before, after), [before, after]);
  const hunks = useMemo(() => hunksOf(lines), [lines]);
  return (
    <>
      <p className={parts['size']}>
        <span data-side="added">+{countLines(lines, 'added')}</span>{' '}
        <span data-side="removed">−{countLines(lines, 'removed')}</span>
      </p>
      <table className={css['code']}>
        <tbody>
          {lines.slice(0, MAX_LINES).map((line, at) =>
            line.type === 'folded' ? (
              <tr key={at} data-type="folded">
                <td />
                <td>{count(line.count, 'line')} the same</td>
              </tr>
            ) : (
              <tr key={at} data-type={line.type}>
                <td>{line.type === 'same' ? line.number : SIGNS[line.type]}</td>
                <td>
                  {line.text}
                  {onDiscard !== undefined && hunks.has(at) && (
                    <DiscardHunk hunk={hunks.get(at)!} onDiscard={onDiscard} />
                  )}
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
      <Rest count={lines.length} />
    </>
  );
}

interface DiscardHunkProps {
  readonly hunk: Hunk;
  readonly onDiscard: (hunk: Hunk) => void;
}

function DiscardHunk({ hunk, onDiscard }: DiscardHunkProps) {
  const { line, now, before } = hunk;
  const size = Math.max(now.length, before.length);
  return (
    <span className={css['discard']}>
      <IconButton
        icon={Undo2}
        size="small"
        label={`Discard ${count(size, 'line')} at ${line}`}
        onClick={() => onDiscard(hunk)}
      />
    </span>
  );
}

export function SideBySide({ before, after }: TextsProps) {
  const pairs = useMemo(() => lineDiff(before, after), [before, after]);
  return (
    <>
      <table className={css['sides']}>
        <thead>
          <tr>
            <th scope="col">In the last commit</th>
            <th scope="col">Now</th>
          </tr>
        </thead>
        <tbody>
          {pairs.slice(0, MAX_LINES).map((pair, at) => (
            <tr key={at} data-differs={pair.before !== pair.after}>
              <td>{pair.before}</td>
              <td>{pair.after}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Rest count={pairs.length} />
    </>
  );
}

function Rest({ count: all }: { readonly count: number }) {
  if (all <= MAX_LINES) return null;
  return <p className={css['empty']}>{count(all - MAX_LINES, 'further line')} not shown.</p>;
}
