// The table of clients in docs/environment.md: a row for each, with what a run recorded of it. It is written by
// scripts/client-table.ts.
import type { ClientCase, Recorded } from './clients.ts';

/** Returns the row of a client that was run. */
export function clientRow({ name, tries = 'both' }: ClientCase, requests: readonly Recorded[]): string {
  const captured = (isSecure: boolean): string =>
    requests.some(({ decrypted }) => decrypted === isSecure) ? 'yes' : 'no';
  const secure = tries === 'plain' ? '–' : captured(true);
  const plain = tries === 'secure' ? '–' : captured(false);
  return `| ${name} | ${secure} | ${plain} |`;
}

/** Returns the rows of a page by client, with single spaces. */
export function clientRows(page: string): ReadonlyMap<string, string> {
  const [, section = ''] = page.split(HEADING);
  const rows = section.split(/\n#/)[0]?.match(/^\|.*\|$/gm) ?? [];
  return new Map(
    rows.slice(2).map((row) => {
      const cells = row.split('|').map((cell) => cell.trim());
      return [cells[1] ?? '', cells.join(' | ').trim()];
    }),
  );
}

/** Returns the page with these rows in place of those that it has. */
export function withClientRows(page: string, rows: readonly string[]): string {
  const [before = '', after = ''] = page.split(HEADING);
  const table = ['| Client | HTTPS | HTTP |', '| --- | --- | --- |', ...rows].join('\n');
  return before + HEADING + after.replace(/^\|[^]*?\|\n(?!\|)/m, `${table}\n`);
}

const HEADING = '\n## Clients\n';
