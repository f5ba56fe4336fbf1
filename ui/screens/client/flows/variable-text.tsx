// A text in which the names of variables are told apart.
import css from './flow.module.css';
import { textParts } from './step-text.ts';

export function VariableText({ text }: { readonly text: string }) {
  return (
    <span className={css['text']} title={text}>
      {textParts(text).map((part, at) =>
        part.isVariable ? (
          <code key={at} className={css['variable']}>
            {part.text}
          </code>
        ) : (
          part.text
        ),
      )}
    </span>
  );
}
