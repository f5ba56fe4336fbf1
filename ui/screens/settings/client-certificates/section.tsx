// A part of the page of client certificates: its title with a note, and a list.
import type { ReactNode } from 'react';
import css from './client-certificates.module.css';

interface SectionProps {
  readonly title: string;
  readonly note: string;
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

export function Section({ title, note, actions, children }: SectionProps) {
  return (
    <section className={css['section']} aria-label={title}>
      <div className={css['head']}>
        <h3>{title}</h3>
        <span>{note}</span>
        {actions}
      </div>
      <div className={css['list']}>{children}</div>
    </section>
  );
}
