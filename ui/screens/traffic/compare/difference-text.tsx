// A value of one side, with the part marked that differs from the other.
import { differingPart } from './comparison.ts';
import css from './compare.module.css';

interface DifferenceTextProps {
  readonly own: string;
  /** Null where the other side does not have it. */
  readonly other: string | null;
  readonly side: 'before' | 'after';
}

export function DifferenceText({ own, other, side }: DifferenceTextProps) {
  if (own === other) return own;
  const Mark = side === 'before' ? 'del' : 'ins';
  if (other === null) return <Mark className={css['part']}>{own}</Mark>;
  const [a, b] = side === 'before' ? [own, other] : [other, own];
  const { start, endA, endB } = differingPart(a, b);
  const end = side === 'before' ? endA : endB;
  return (
    <>
      {own.slice(0, start)}
      <Mark className={css['part']}>{own.slice(start, end)}</Mark>
      {own.slice(end)}
    </>
  );
}
