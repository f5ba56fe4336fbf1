// The source of an HTML page in indented lines. It is never run.
import { defineView, isGenericType, mediaTypeOf, startText } from './contract.ts';
import { markupView } from './shared/markup.ts';

export const html = defineView({
  id: 'html',
  title: 'HTML',
  matches: (bytes, context) =>
    (mediaTypeOf(context).includes('html') && bytes.length > 0) ||
    (isGenericType(context) && /^<(?:!doctype\s+html|html[\s>])/i.test(startText(bytes, context))),
  view: (bytes, context) => markupView('html', bytes, context),
});
