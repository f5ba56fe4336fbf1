// Finds captured requests for the palette.
import { ArrowRight, ListFilter } from 'lucide-react';
import type { Command } from '../../../commands/index.ts';
import type { FlowSummary } from '../../../../src/session/methods/ui-types.ts';
import { flowTable } from '../../../state/flows.ts';
import { isDetailOpen, selectOne } from '../model/selection.ts';
import { setFilter } from '../model/view.ts';

const MAX_OFFERED = 6;
/** Requests that are looked at: the palette answers each key at once. */
const MAX_LOOKED_AT = 100_000;

/** Returns the requests that match: `#12` by id, `@api` by host, any other text in the URL. */
export function foundRequests(query: string): readonly Command[] {
  const text = query.trim().toLowerCase();
  if (text.length < 2 || text.startsWith('>')) return [];
  const wanted = text.slice(1);
  const test = text.startsWith('#')
    ? (flow: FlowSummary) => String(flow.id).startsWith(wanted)
    : text.startsWith('@')
      ? (flow: FlowSummary) => flow.host.includes(wanted)
      : (flow: FlowSummary) => flow.url.toLowerCase().includes(text);
  const { ids, more } = newestWith(test);
  const commands = ids
    .slice(0, MAX_OFFERED)
    .flatMap((id) => flowTable.find(id) ?? [])
    .map((flow): Command => {
      return {
        id: `request.${flow.id}`,
        group: 'requests',
        icon: ArrowRight,
        title: `${flow.method} ${flow.url.replace(/^\w+:\/\//, '')}`,
        words: `#${flow.id} @${flow.host} ${query}`,
        run: () => {
          selectOne(flow.id);
          isDetailOpen.set(true);
        },
      };
    });
  if (text.startsWith('#') || ids.length < 2) return commands;
  const filter = text.startsWith('@') ? `host:${wanted}` : `"${text.replaceAll('"', '')}"`;
  const all: Command = {
    id: 'request.all',
    group: 'requests',
    icon: ListFilter,
    words: query,
    title: more ? `Show all requests with ${text}` : `Show the ${ids.length} requests with ${text}`,
    run: () => setFilter(filter),
  };
  return [...commands, all];
}

/** Returns the ids of the requests that pass a test, newest first. `more`: older ones were not looked at. */
function newestWith(test: (flow: FlowSummary) => boolean): {
  readonly ids: readonly number[];
  readonly more: boolean;
} {
  const ids: number[] = [];
  let looked = 0;
  flowTable.visitWhile(true, (row) => {
    if (test(row)) ids.push(row.id);
    looked += 1;
    return looked < MAX_LOOKED_AT;
  });
  return { ids, more: looked < flowTable.size };
}
