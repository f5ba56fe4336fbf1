// XML and HTML as text in indented lines.
import { lineAndColumn } from '../../../base/text-position.ts';
import { formatMarkup } from '../../../codec/markup.ts';
import { bodyText, MAX_CHARS, type View, type ViewContext } from '../contract.ts';

export function markupView(kind: 'html' | 'xml', bytes: Uint8Array, context: ViewContext): View {
  const { text, isCut, cutNotes } = bodyText(bytes, context);
  const formatted = formatMarkup(text, kind, MAX_CHARS);
  const { error, leftOut } = formatted;
  return {
    type: 'text',
    text: formatted.text,
    language: kind,
    notes: cutNotes(text.length - leftOut),
    error:
      error === null || (isCut && error.isAtEnd)
        ? null
        : { reason: error.reason, offset: null, ...lineAndColumn(text, error.offset) },
  };
}
