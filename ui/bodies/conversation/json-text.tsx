// JSON with a title: a short one stands in its line, a longer one folds and opens in lines of its own.
import { Fragment } from 'react';
import css from './conversation.module.css';
import { Fold } from './fold.tsx';
import { indentedJson, oneLine, visible } from './prose.ts';
import { Prose } from './prose-view.tsx';
import { useIsSought } from './sought.ts';

/** A text of up to so many characters needs no folding. */
const SHORT = 100;
/** A longer text is shown without colours. */
const MAX_COLOURED = 20_000;
/** A longer text is not parsed, and shown as it was sent. */
const MAX_PARSED = 500_000;

interface JsonTextProps {
  readonly title: string;
  /** As it was sent; a text that is not JSON is shown as it is. */
  readonly text: string;
}

export function JsonText({ title, text }: JsonTextProps) {
  const isSought = useIsSought(text);
  const line = oneLine(text.slice(0, 1000));
  if (text.length <= SHORT)
    return (
      <div className={css['json']}>
        <span className={css['jsonTitle']}>{visible(title)}</span>
        <code dir="ltr">
          <Coloured text={visible(line)} />
        </code>
      </div>
    );
  return (
    <Fold label={visible(title)} summary={visible(line.slice(0, 300))} isOpenAtFirst={isSought}>
      <JsonLines text={text} />
    </Fold>
  );
}

function JsonLines({ text }: { readonly text: string }) {
  const indented = text.length > MAX_PARSED ? null : indentedJson(text);
  if (indented === null || indented.length > MAX_COLOURED) return <Prose text={indented ?? text} />;
  return (
    <pre className={css['jsonLines']} dir="ltr">
      <Coloured text={visible(indented)} />
    </pre>
  );
}

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*)|(\btrue\b|\bfalse\b|\bnull\b)/g;

/** Colours names, strings, numbers and words. */
function Coloured({ text }: { readonly text: string }) {
  const pieces: { readonly text: string; readonly kind: string | null }[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [all, string, colon, number] = match;
    if (match.index > end) pieces.push({ text: text.slice(end, match.index), kind: null });
    const kind =
      colon !== undefined
        ? 'key'
        : string !== undefined
          ? 'string'
          : number !== undefined
            ? 'number'
            : 'atom';
    pieces.push({ text: colon === undefined ? all : string!, kind });
    if (colon !== undefined) pieces.push({ text: colon, kind: null });
    end = match.index + all.length;
  }
  pieces.push({ text: text.slice(end), kind: null });
  return pieces.map((piece, index) =>
    piece.kind === null ? (
      <Fragment key={index}>{piece.text}</Fragment>
    ) : (
      <span key={index} className={css[piece.kind]}>
        {piece.text}
      </span>
    ),
  );
}
