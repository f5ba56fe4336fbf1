// Shows the filter as it was typed, with its parts highlighted, while the field has no focus.
import { parseFilter } from '../../../../src/flow/filter/index.ts';
import css from './filter.module.css';

export function FilterWords({ text }: { readonly text: string }) {
  const filter = parseFilter(text);
  if (filter.type === 'invalid') return null;
  return (
    <span className={css['words']} aria-hidden>
      {filter.terms.map((term) => (
        <Word key={term.start} text={term.text} />
      ))}
    </span>
  );
}

function Word({ text }: { readonly text: string }) {
  const [, not = '', key = '', sign = '', value = text] =
    /^([-!]?)([a-z-]+)(:?[<>]?=?)(.+)$/s.exec(text) ?? [];
  if (sign === '') return <span className={css['word']}>{text}</span>;
  return (
    <span className={css['word']}>
      <em>{not}</em>
      <i>{key}</i>
      <u>{sign}</u>
      {value}
    </span>
  );
}
