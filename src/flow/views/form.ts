// The pairs of a form that is sent as application/x-www-form-urlencoded.
import { latin1 } from '../../base/bytes.ts';
import { readForm } from '../../codec/urlencoded.ts';
import { cutNotes, defineView, mediaTypeOf } from './contract.ts';

const MAX_PAIRS = 10_000;
const MAX_BYTES = 4_000_000;

export const form = defineView({
  id: 'form',
  title: 'Form',
  matches: (bytes, context) =>
    bytes.length > 0 && mediaTypeOf(context) === 'application/x-www-form-urlencoded',
  view: (bytes, context) => {
    const read = Math.min(bytes.length, MAX_BYTES);
    const { pairs, leftOut } = readForm(latin1(bytes, 0, read).trim(), MAX_PAIRS);
    const isCut = !context.complete || read < bytes.length;
    // A cut may go through a character of the last pair.
    const whole = isCut && leftOut === 0 ? pairs.slice(0, -1) : pairs;
    const broken = whole.filter((pair) => pair.broken).length;
    const notes = [...cutNotes(read, bytes, context)];
    if (broken > 0)
      notes.push(
        `${broken} pairs are not valid percent-encoded UTF-8: their invalid bytes are shown as they are`,
      );
    if (leftOut > 0) notes.push(`${leftOut} pairs are not shown`);
    const rows = pairs.map(({ name, value }) => [name, value]);
    return { type: 'table', columns: ['Name', 'Value'], rows, notes, error: null };
  },
});
