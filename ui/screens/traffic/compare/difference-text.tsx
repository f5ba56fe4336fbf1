// A value of one side, with the part marked that differs from the other. JSON has the colours of its tokens.
import type { ReactNode } from 'react';
import { differingPart } from './comparison.ts';
import css from './compare.module.css';
import { jsonTokens, type Token } from './json-tokens.ts';

interface DifferenceTextProps {
  readonly own: string;
  /** Null where the other side does not have it. */
  readonly other: string | null;
  readonly side: 'before' | 'after';
  /** True for a line of JSON. */
  readonly isJson?: boolean;
}

export function DifferenceText({ own, other, side, isJson = false }: DifferenceTextProps) {
  const tokens = isJson ? jsonTokens(own) : [];
  const text = (start: number, end: number): ReactNode => coloured(own, tokens, start, end);
  if (own === other) return text(0, own.length);
  const Mark = side === 'before' ? 'del' : 'ins';
  if (other === null) return <Mark className={css['part']}>{text(0, own.length)}</Mark>;
  const [a, b] = side === 'before' ? [own, other] : [other, own];
  const { start, endA, endB } = differingPart(a, b);
  const end = side === 'before' ? endA : endB;
  return (
    <>
      {text(0, start)}
      <Mark className={css['part']}>{text(start, end)}</Mark>
      {text(end, own.length)}
    </>
  );
}

/** Returns a part of a line with the colours of the tokens in it. */
function coloured(line: string, tokens: readonly Token[], start: number, end: number): ReactNode {
  if (tokens.length === 0) return line.slice(start, end);
  const pieces: ReactNode[] = [];
  let at = start;
  for (const token of tokens) {
    const [from, to] = [Math.max(token.start, start), Math.min(token.end, end)];
    if (from >= to) continue;
    pieces.push(line.slice(at, from));
    pieces.push(
      <span key={from} className={css['token']} data-kind={token.kind}>
        {line.slice(from, to)}
      </span>,
    );
    at = to;
  }
  return [...pieces, line.slice(at, end)];
}
