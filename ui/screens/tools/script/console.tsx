// The console of scripts: the lines of a test run, and those that a rule writes while traffic passes.
import { useEffect, useState } from 'react';
import { timeText } from '../../../format/measures.ts';
import { rpc } from '../../../api/client.ts';
import css from './script.module.css';

interface Line {
  readonly level: string;
  readonly message: string;
  /** The time in ISO 8601. */
  readonly time?: string;
}

export function ConsoleLines({ lines }: { readonly lines: readonly Line[] }) {
  return (
    <ol className={css['lines']}>
      {lines.map(({ level, message, time }, at) => (
        <li key={at} data-level={level}>
          {time !== undefined && <time>{timeText(time)}</time>}
          <span>{message}</span>
        </li>
      ))}
    </ol>
  );
}

const REFRESH_MS = 1000;
const MAX_LINES = 500;

/** Shows what a rule writes while traffic passes. */
export function ScriptLog({ ruleName }: { readonly ruleName: string }) {
  const [lines, setLines] = useState<readonly Line[] | null>(null);
  useEffect(() => {
    let isShown = true;
    const load = async (): Promise<void> => {
      const all = await rpc('script_logs', { limit: MAX_LINES }).catch(() => null);
      if (isShown && all !== null) setLines(all.filter(({ script }) => script === ruleName));
    };
    void load();
    const timer = setInterval(() => void load(), REFRESH_MS);
    return () => {
      isShown = false;
      clearInterval(timer);
    };
  }, [ruleName]);
  if (lines === null) return null;
  if (lines.length === 0)
    return <p className={css['hint']}>“{ruleName}” has written nothing yet. console.log writes here.</p>;
  return <ConsoleLines lines={lines} />;
}
