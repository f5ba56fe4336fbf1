// Suggests names from the traffic for a list.
import type { CommonPart } from '../../../state/flow-table/index.ts';

const MAX_SUGGESTIONS = 6;

/** The fields that some requests share, and their number. */
type Counted = Pick<CommonPart, 'fields' | 'rows'>;

/** Returns the hosts whose tunnels pass because no list names them, the most frequent first. */
export function undecryptedHosts(commonParts: Iterable<Counted>): readonly string[] {
  return byFrequency(commonParts, ({ notDecryptedCode, host }) =>
    notDecryptedCode === 'not-listed' ? host : null,
  );
}

/** Returns the apps whose tunnels pass because no list names them, the most frequent first. */
export function undecryptedApps(commonParts: Iterable<Counted>): readonly string[] {
  return byFrequency(commonParts, ({ notDecryptedCode, app }) =>
    notDecryptedCode === 'not-listed' ? app : null,
  );
}

/** Returns the hosts whose clients refused our certificate. */
export function refusingHosts(commonParts: Iterable<Counted>): readonly string[] {
  return byFrequency(commonParts, ({ notDecryptedCode, host }) =>
    notDecryptedCode === 'refused' ? host : null,
  );
}

function byFrequency(
  commonParts: Iterable<Counted>,
  nameOf: (fields: Counted['fields']) => string | null,
): readonly string[] {
  const counts = new Map<string, number>();
  for (const { fields, rows } of commonParts) {
    const name = nameOf(fields);
    if (name !== null) counts.set(name, (counts.get(name) ?? 0) + rows);
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MAX_SUGGESTIONS * 3)
    .map(([name]) => name);
}

/** Omits the names that a list already has. */
export function unlisted(names: readonly string[], listed: readonly string[]): readonly string[] {
  const known = new Set(listed.map((name) => name.toLowerCase()));
  return names.filter((name) => !known.has(name.toLowerCase())).slice(0, MAX_SUGGESTIONS);
}
