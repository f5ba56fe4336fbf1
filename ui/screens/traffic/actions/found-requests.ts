// Finds captured requests for the palette.
import { ArrowRight, ListFilter } from 'lucide-react';
import type { Command } from '../../../commands/index.ts';
import { flowList } from '../../../state/flows.ts';
import { isDetailOpen, selectOne } from '../model/selection.ts';
import { setFilter } from '../model/view.ts';

/** Returns the requests that match: `#12` by id, `@api` by host, any other text in the URL. */
export function foundRequests(query: string): readonly Command[] {
  const text = query.trim().toLowerCase();
  if (text.length < 2 || text.startsWith('>')) return [];
  const { flows } = flowList.get();
  const wanted = text.slice(1);
  const test = text.startsWith('#')
    ? (flow: (typeof flows)[number]) => String(flow.id).startsWith(wanted)
    : text.startsWith('@')
      ? (flow: (typeof flows)[number]) => flow.host.includes(wanted)
      : (flow: (typeof flows)[number]) => flow.url.toLowerCase().includes(text);
  const found = flows.filter(test);
  const commands = found
    .slice(-6)
    .reverse()
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
  if (text.startsWith('#') || found.length < 2) return commands;
  const filter = text.startsWith('@') ? `host:${wanted}` : `"${text.replaceAll('"', '')}"`;
  const all: Command = {
    id: 'request.all',
    group: 'requests',
    icon: ListFilter,
    words: query,
    title: `Show the ${found.length} requests with ${text}`,
    run: () => setFilter(filter),
  };
  return [...commands, all];
}
