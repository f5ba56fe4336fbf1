// Suggests names from the traffic for a list.
import type { Shape } from '../../../state/flow-table/index.ts';

const MAX_SUGGESTIONS = 6;

/** What some requests have in common, and how many they are. */
type Counted = Pick<Shape, 'common' | 'rows'>;

/** Returns the hosts whose tunnels pass because no list names them, the most frequent first. */
export function undecryptedHosts(shapes: Iterable<Counted>): readonly string[] {
  return byFrequency(shapes, ({ notDecryptedCode, host }) =>
    notDecryptedCode === 'not-listed' ? host : null,
  );
}

/** Returns the apps whose tunnels pass because no list names them, the most frequent first. */
export function undecryptedApps(shapes: Iterable<Counted>): readonly string[] {
  return byFrequency(shapes, ({ notDecryptedCode, app }) => (notDecryptedCode === 'not-listed' ? app : null));
}

/** Returns the hosts whose clients refused our certificate. */
export function refusingHosts(shapes: Iterable<Counted>): readonly string[] {
  return byFrequency(shapes, ({ notDecryptedCode, host }) => (notDecryptedCode === 'refused' ? host : null));
}

function byFrequency(
  shapes: Iterable<Counted>,
  nameOf: (common: Counted['common']) => string | null,
): readonly string[] {
  const counts = new Map<string, number>();
  for (const { common, rows } of shapes) {
    const name = nameOf(common);
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
