// The source of an HTML page in indented lines. It is never run.
import { formatMarkup } from '../../codec/markup.ts';
import { lineAndColumn } from '../../base/text-position.ts';
import { bodyText, defineView, startText, isGenericType, MAX_CHARS, mediaTypeOf } from './contract.ts';

export const html = defineView({
  id: 'html',
  title: 'HTML',
  matches: (bytes, context) =>
    (mediaTypeOf(context).includes('html') && bytes.length > 0) ||
    (isGenericType(context) && /^<(?:!doctype\s+html|html[\s>])/i.test(startText(bytes, context))),
  view: (bytes, context) => {
    const { text, notes } = bodyText(bytes, context);
    const laidOut = formatMarkup(text, 'html', MAX_CHARS);
    const allNotes = laidOut.leftOut > 0 ? [`${laidOut.leftOut} chars are not shown`, ...notes] : notes;
    const fault = laidOut.error !== null &&
      context.complete && {
        reason: laidOut.error.reason,
        offset: null,
        ...lineAndColumn(text, laidOut.error.offset),
      };
    return { type: 'text', text: laidOut.text, language: 'html', notes: allNotes, fault: fault || null };
  },
});
