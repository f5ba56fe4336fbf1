// Text in paragraphs. A long one begins folded, and a very long one is shown step by step.
import { createContext, Fragment, useContext, useState } from 'react';
import { sizeText } from '../../format/measures.ts';
import { Button } from '../../parts/index.ts';
import css from './conversation.module.css';
import { beginning, FOLDED, paragraphs, spansOf, visible } from './prose.ts';
import { useIsSought } from './sought.ts';

/** Characters that one press shows: the page stays responsive. */
const STEP = 100_000;
/** Characters of a paragraph that are laid out at once. */
const MAX_PARAGRAPH = 10_000;

const Context = createContext(false);

/** Says that texts inside of it are shown by their Markdown, as far as that is bold or code. */
export const Markdown = Context.Provider;

interface ProseProps {
  readonly text: string;
  /** Characters that are shown of a long text at first. */
  readonly folded?: number;
}

export function Prose({ text, folded = FOLDED.said }: ProseProps) {
  const start = beginning(text, folded);
  const isSought = useIsSought(text);
  const hasMarkdown = useContext(Context);
  const [length, setLength] = useState(0);
  const isFolded = start !== null && length === 0 && !isSought;
  const end = isSought ? text.length : Math.max(length, STEP);
  const shown = isFolded ? start : text.slice(0, end);
  return (
    <div className={css['prose']}>
      {paragraphs(visible(shown))
        .flatMap(inPieces)
        .map((each, index) => (
          <p key={index} dir="auto">
            {hasMarkdown ? <Spans text={each} /> : each}
          </p>
        ))}
      {start !== null && (
        <p className={css['more']}>
          {shown.length < text.length && (
            <Button size="small" aria-expanded={!isFolded} onClick={() => setLength(shown.length + STEP)}>
              {text.length - shown.length <= STEP
                ? `Show all ${sizeText(text.length)}`
                : `Show more of ${sizeText(text.length)}`}
            </Button>
          )}
          {!isFolded && !isSought && (
            <Button size="small" aria-expanded onClick={() => setLength(0)}>
              Show less
            </Button>
          )}
        </p>
      )}
    </div>
  );
}

function Spans({ text }: { readonly text: string }) {
  return spansOf(text).map((span, index) => {
    if (span.type === 'plain') return <Fragment key={index}>{span.text}</Fragment>;
    return span.type === 'bold' ? (
      <strong key={index}>{span.text}</strong>
    ) : (
      <code key={index}>{span.text}</code>
    );
  });
}

function inPieces(paragraph: string): readonly string[] {
  if (paragraph.length <= MAX_PARAGRAPH) return [paragraph];
  return Array.from({ length: Math.ceil(paragraph.length / MAX_PARAGRAPH) }, (_, at) =>
    paragraph.slice(at * MAX_PARAGRAPH, (at + 1) * MAX_PARAGRAPH),
  );
}
