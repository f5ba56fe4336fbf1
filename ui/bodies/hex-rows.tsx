// Shows bytes in rows of 16. Only the visible ones are drawn.
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import shared from '../parts/content.module.css';
import css from './hex-rows.module.css';
import type { PlaceReader } from './place.ts';

const ROW = 18;
const PER_ROW = 16;

interface HexRowsProps {
  readonly bytes: Uint8Array;
  readonly label: string;
  /** The byte to begin at. */
  readonly startAt: number | null;
  readonly place: PlaceReader;
}

export function HexRows({ bytes, label, startAt, place }: HexRowsProps) {
  const scroll = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: Math.ceil(bytes.length / PER_ROW),
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW,
    overscan: 20,
  });
  useEffect(() => {
    if (startAt !== null) scroll.current?.scrollTo({ top: Math.floor(startAt / PER_ROW) * ROW });
  }, [startAt]);
  useEffect(() =>
    place.offer(() => ({
      view: 'hex',
      position: Math.round((scroll.current?.scrollTop ?? 0) / ROW) * PER_ROW,
    })),
  );
  return (
    <div className={shared['scroll']} ref={scroll} tabIndex={0} role="region" aria-label={`${label} in hex`}>
      <div className={shared['virtual']} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = bytes.subarray(index * PER_ROW, (index + 1) * PER_ROW);
          return (
            <pre key={index} className={css['hexRow']} style={{ transform: `translateY(${start}px)` }}>
              <span>{(index * PER_ROW).toString(16).padStart(8, '0')}</span>
              {Array.from(row, (byte) => byte.toString(16).padStart(2, '0'))
                .join(' ')
                .padEnd(PER_ROW * 3)}
              <b>{Array.from(row, printable).join('')}</b>
            </pre>
          );
        })}
      </div>
    </div>
  );
}

function printable(byte: number): string {
  return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.';
}
