// XML in indented lines.
import { defineView, isGenericType, mediaTypeOf, startText } from './contract.ts';
import { markupView } from './shared/markup.ts';

export const xml = defineView({
  id: 'xml',
  title: 'XML',
  matches: (bytes, context) =>
    (/[/+]xml$|\/xml-/.test(mediaTypeOf(context)) && bytes.length > 0) ||
    (isGenericType(context) && startText(bytes, context).startsWith('<?xml')),
  view: (bytes, context) => markupView('xml', bytes, context),
});
