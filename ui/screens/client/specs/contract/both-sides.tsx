// The part of the description that is broken, beside what the traffic has.
import css from './detail.module.css';
import type { Violation } from './use-violation.ts';

interface BothSidesProps {
  readonly violation: Violation;
  readonly what: string;
  readonly onGo: (line: number) => void;
}

export function BothSides({ violation: { rule, requests }, what, onGo }: BothSidesProps) {
  const [first] = requests;
  if (rule === null && first === undefined) return null;
  const { line } = rule ?? { line: null };
  return (
    <div className={css['sides']}>
      <div>
        <small>Description</small>
        <code data-side="spec">{rule?.text ?? 'says nothing about it'}</code>
        {line !== null && (
          <button type="button" className={css['link']} onClick={() => onGo(line)}>
            Line {line}
          </button>
        )}
      </div>
      <div>
        <small>Traffic</small>
        <code data-side="traffic">{first === undefined ? 'gone meanwhile' : valueOf(what, first.value)}</code>
      </div>
    </div>
  );
}

/** Returns the value with the name of its property, such as `"total": "228.89"`. */
function valueOf(what: string, value: string | null): string {
  if (value === null) return 'missing';
  const [, name] = /\bbody\/(?:\S*\/)?([^\s/*]+) must /.exec(what) ?? [];
  return name === undefined || /^\d+$/.test(name) ? value : `"${name}": ${value}`;
}
