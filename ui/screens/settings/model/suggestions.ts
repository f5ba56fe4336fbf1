// Suggests names from the traffic for a list.
import type { FlowSummary } from '../../../../src/session/methods/ui-types.ts';

const MAX_SUGGESTIONS = 6;
/** The number of requests that are searched, newest first. */
const MAX_FLOWS = 2000;

/** Returns the hosts whose tunnels pass because no list names them, the most frequent first. */
export function undecryptedHosts(flows: readonly FlowSummary[]): readonly string[] {
  return byFrequency(flows, ({ notDecryptedCode, host }) =>
    notDecryptedCode === 'not-listed' ? host : null,
  );
}

/** Returns the apps whose tunnels pass because no list names them, the most frequent first. */
export function undecryptedApps(flows: readonly FlowSummary[]): readonly string[] {
  return byFrequency(flows, ({ notDecryptedCode, app }) => (notDecryptedCode === 'not-listed' ? app : null));
}

/** Returns the hosts whose clients refused our certificate. */
export function refusingHosts(flows: readonly FlowSummary[]): readonly string[] {
  return byFrequency(flows, ({ notDecryptedCode, host }) => (notDecryptedCode === 'refused' ? host : null));
}

function byFrequency(
  flows: readonly FlowSummary[],
  nameOf: (flow: FlowSummary) => string | null,
): readonly string[] {
  const counts = new Map<string, number>();
  for (const flow of flows.slice(-MAX_FLOWS)) {
    const name = nameOf(flow);
    if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1);
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
