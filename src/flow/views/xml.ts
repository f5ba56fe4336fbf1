// XML in indented lines.
import { layOutMarkup } from '../../codec/markup.ts';
import { lineAndColumn } from '../../base/text-position.ts';
import { bodyText, defineView, glance, isUntold, MAX_CHARS, typeOf } from './contract.ts';

export const xml = defineView({
  id: 'xml',
  title: 'XML',
  matches: (bytes, context) =>
    (/[/+]xml$|\/xml-/.test(typeOf(context)) && bytes.length > 0) ||
    (isUntold(context) && glance(bytes, context).startsWith('<?xml')),
  view: (bytes, context) => {
    const { text, notes } = bodyText(bytes, context);
    const laidOut = layOutMarkup(text, 'xml', MAX_CHARS);
    const said = laidOut.leftOut > 0 ? [`${laidOut.leftOut} chars are not shown`, ...notes] : notes;
    const fault = laidOut.fault !== null &&
      context.complete && {
        reason: laidOut.fault.reason,
        offset: null,
        ...lineAndColumn(text, laidOut.fault.offset),
      };
    return { type: 'text', text: laidOut.text, language: 'xml', notes: said, fault: fault || null };
  },
});
