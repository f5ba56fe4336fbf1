// The head of a page in a tab: a state, a title, what it is, and actions.
import type { ReactNode } from 'react';
import css from './page-head.module.css';

interface PageHeadProps {
  readonly mark?: ReactNode;
  readonly title: string;
  readonly note?: ReactNode;
  readonly children?: ReactNode;
}

export function PageHead({ mark, title, note, children }: PageHeadProps) {
  return (
    <div className={css['head']}>
      {mark}
      <h2>{title}</h2>
      {note !== undefined && <span className={css['note']}>{note}</span>}
      <span className={css['gap']} />
      <span className={css['actions']}>{children}</span>
    </div>
  );
}
