// The pairs of a form that is sent as application/x-www-form-urlencoded.
import { latin1 } from '../../base/bytes.ts';
import { readForm } from '../../codec/urlencoded.ts';
import { truncationNotes, defineView, mediaTypeOf } from './contract.ts';

const MAX_PAIRS = 10_000;
const MAX_BYTES = 4_000_000;

export const form = defineView({
  id: 'form',
  title: 'Form',
  matches: (bytes, context) =>
    bytes.length > 0 && mediaTypeOf(context) === 'application/x-www-form-urlencoded',
  view: (bytes, { complete }) => {
    const { pairs, leftOut } = readForm(latin1(bytes, 0, MAX_BYTES).trim(), MAX_PAIRS);
    const broken = pairs.filter((pair) => pair.broken).length;
    const notes = [...truncationNotes(complete && bytes.length <= MAX_BYTES)];
    if (broken > 0)
      notes.push(
        `${broken} pairs are not valid percent-encoded UTF-8: their invalid bytes are shown as they are`,
      );
    if (leftOut > 0) notes.push(`${leftOut} pairs are not shown`);
    const rows = pairs.map(({ name, value }) => [name, value]);
    return { type: 'table', columns: ['Name', 'Value'], rows, notes, error: null };
  },
});
