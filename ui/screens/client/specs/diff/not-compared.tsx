// The parts of two versions that could not be compared, so that no silence reads as a verdict.
import { count } from '../../../../state/actions.ts';
import css from './diff.module.css';

export function NotCompared({ sentences }: { readonly sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <details className={css['missing']}>
      <summary>{count(sentences.length, 'part')} could not be compared</summary>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </details>
  );
}
