// XML in indented lines.
import { formatMarkup } from '../../codec/markup.ts';
import { lineAndColumn } from '../../base/text-position.ts';
import { bodyText, defineView, startText, isGenericType, MAX_CHARS, mediaTypeOf } from './contract.ts';

export const xml = defineView({
  id: 'xml',
  title: 'XML',
  matches: (bytes, context) =>
    (/[/+]xml$|\/xml-/.test(mediaTypeOf(context)) && bytes.length > 0) ||
    (isGenericType(context) && startText(bytes, context).startsWith('<?xml')),
  view: (bytes, context) => {
    const { text, notes } = bodyText(bytes, context);
    const laidOut = formatMarkup(text, 'xml', MAX_CHARS);
    const allNotes = laidOut.leftOut > 0 ? [`${laidOut.leftOut} chars are not shown`, ...notes] : notes;
    const fault = laidOut.error !== null &&
      context.complete && {
        reason: laidOut.error.reason,
        offset: null,
        ...lineAndColumn(text, laidOut.error.offset),
      };
    return { type: 'text', text: laidOut.text, language: 'xml', notes: allNotes, fault: fault || null };
  },
});
