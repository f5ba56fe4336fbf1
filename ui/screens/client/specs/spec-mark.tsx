// The number of problems in the API descriptions of the workspace, at their page in the sidebar. Each is checked once, and
// again when its text has changed.
import { useEffect } from 'react';
import { rpc } from '../../../api/client.ts';
import { Badge } from '../../../parts/index.ts';
import { count } from '../../../state/actions.ts';
import { useResource } from '../../../state/resource.ts';
import { createStore, useStore } from '../../../state/store.ts';
import { onWorkspaceEvent } from '../../../state/workspace-events.ts';
import { workspace } from '../model/workspace.ts';
import { problemCounts } from './problem-counts.ts';
import { ruleset } from './ruleset.tsx';

/** Milliseconds after which what nobody has opened is checked: the tree and the tab come first. */
const QUIET_MS = 2000;
/** Descriptions that are checked without being opened. */
const MAX_CHECKED = 20;

/** Counts the changes of files, after which a check is due. */
const changes = createStore(0);

onWorkspaceEvent((event) => {
  if (event.type !== 'files' && event.type !== 'missed') return;
  const ids =
    event.type === 'files' ? event.changes.flatMap(({ kind, id }) => (kind === 'spec' ? id : [])) : null;
  if (ids?.length === 0) return;
  problemCounts.update((known) => new Map([...known].filter(([id]) => ids !== null && !ids.includes(id))));
  changes.update((times) => times + 1);
});

export function SpecMark() {
  const tree = useResource(workspace).value?.tree ?? [];
  const ids = tree.filter(({ kind }) => kind === 'spec').map(({ id }) => id);
  const known = useStore(problemCounts);
  const rules = useStore(ruleset);
  const times = useStore(changes);
  const names = ids.slice(0, MAX_CHECKED).join('\n');
  useEffect(() => {
    if (names === '') return;
    const ended = new AbortController();
    const timer = setTimeout(() => void checkAll(names.split('\n'), rules, ended.signal), QUIET_MS);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [names, rules, times]);
  const total = ids.reduce((sum, id) => sum + (known.get(id) ?? 0), 0);
  return total === 0 ? null : <Badge tone="warn">{count(total, 'problem')}</Badge>;
}

/** Checks one after another what is not known. */
async function checkAll(ids: readonly string[], rules: string, signal: AbortSignal): Promise<void> {
  for (const spec of ids) {
    if (signal.aborted || problemCounts.get().has(spec)) continue;
    try {
      const params = { spec, ...(rules !== '' && { ruleset: rules }) };
      const { errors, warnings } = await rpc('client.lint_spec', params, signal);
      problemCounts.update((all) => new Map(all).set(spec, errors + warnings));
    } catch {
      // Its page says why it cannot be checked.
    }
  }
}
