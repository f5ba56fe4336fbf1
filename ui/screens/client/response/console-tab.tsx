// The lines that scripts have printed, in their order, and the errors that ended them.
import { CircleX, Info, Terminal, TriangleAlert, type LucideIcon } from 'lucide-react';
import shared from '../../../parts/content.module.css';
import type { ScriptRecord } from '../sends/state.ts';
import css from './console-tab.module.css';
import type { Shown } from './shown.ts';
import { eventText } from './tests-tab.tsx';

export interface ConsoleLine {
  readonly level: string;
  readonly text: string;
  readonly from: string;
}

/** Lines that are drawn. */
const MAX_LINES = 2000;

export function ConsoleTab({ send }: { readonly send: Shown }) {
  const lines = send.scripts.flatMap(linesOf);
  return <ConsoleLines lines={lines} />;
}

/** Lines that scripts have printed. */
export function ConsoleLines({ lines }: { readonly lines: readonly ConsoleLine[] }) {
  if (lines.length === 0) return <p className={shared['hint']}>The scripts have printed nothing.</p>;
  const hidden = Math.max(0, lines.length - MAX_LINES);
  return (
    <div className={shared['scroll']} role="region" aria-label="Console" tabIndex={0}>
      {hidden > 0 && (
        <p className={shared['hint']}>{hidden.toLocaleString('en')} earlier lines are not shown.</p>
      )}
      <ol className={css['lines']}>
        {lines.slice(hidden).map(({ level, text, from }, index) => {
          const Icon = ICONS[level] ?? Terminal;
          return (
            <li key={index} data-level={level}>
              <Icon role="img" aria-label={level} />
              <span className={css['text']}>{text}</span>
              <span className={css['from']}>{from}</span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

const ICONS: Readonly<Record<string, LucideIcon>> = { error: CircleX, warn: TriangleAlert, info: Info };

function linesOf({ event, console: lines, error }: ScriptRecord): readonly ConsoleLine[] {
  const from = eventText(event);
  const printed = lines.map((line): ConsoleLine => ({ ...line, from }));
  if (error === null) return printed;
  const at = error.line === null ? from : `${from}, line ${error.line}`;
  return [...printed, { level: 'error', text: error.message, from: at }];
}
