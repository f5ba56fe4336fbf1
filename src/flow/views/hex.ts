// The bytes themselves, in rows of 16.
import { cutNotes, defineView, type HexRow } from './contract.ts';

const ROW_BYTES = 16;
/** Maximum bytes that the view shows at once; slices return the others. */
const MAX_BYTES = 64 * 1024;

export const hex = defineView({
  id: 'hex',
  title: 'Hex',
  matches: (bytes) => bytes.length > 0,
  view: (bytes, context) => {
    const notes = cutNotes(Math.min(bytes.length, MAX_BYTES), bytes, context);
    return { type: 'hex', rows: hexRows(bytes, 0, MAX_BYTES), size: bytes.length, notes, error: null };
  },
});

/** Returns the rows of `length` bytes from `offset` on, which is rounded down to the start of a row. */
export function hexRows(bytes: Uint8Array, offset: number, length: number): readonly HexRow[] {
  const start = Math.max(0, offset - (offset % ROW_BYTES));
  const end = Math.min(bytes.length, offset + length);
  const rows: HexRow[] = [];
  for (let at = start; at < end; at += ROW_BYTES)
    rows.push(row(bytes.subarray(at, Math.min(at + ROW_BYTES, end)), at));
  return rows;
}

function row(bytes: Uint8Array, offset: number): HexRow {
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
  const ascii = Array.from(bytes, (byte) =>
    byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.',
  ).join('');
  return { offset, hex, ascii };
}
