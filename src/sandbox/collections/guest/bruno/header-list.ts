// `req.headerList`: the headers of a request as a list that can be changed.
import { asText } from '../as-text.ts';
import type { PmRequest } from './parts.ts';
import { headerLine, plainList, type Entry } from './plain-list.ts';

export function headerList({ headers }: PmRequest): object {
  const entries = (): readonly Entry[] =>
    (headers.all() as readonly Entry[]).map(({ key, value, disabled }) => ({
      key,
      value,
      ...(disabled === true && { disabled }),
    }));
  const upsert = ({ key, value }: Entry): void => {
    headers.upsert({ key, value: asText(value) });
  };
  return {
    ...plainList(entries, (name) => name.toLowerCase(), headerLine, '\n'),
    upsert,
    set: (key: string, value: unknown) => upsert({ key, value }),
    add: ({ key, value }: Entry) => void headers.add({ key, value: asText(value) }),
    append: ({ key, value }: Entry) => void headers.add({ key, value: asText(value) }),
    populate: (items: readonly Entry[]) =>
      items.filter(({ key }) => headers.get(key) === undefined).forEach(upsert),
    repopulate: (items: readonly Entry[]) => {
      headers.clear();
      items.forEach(upsert);
    },
    assimilate: (source: readonly Entry[] | { readonly all: () => readonly Entry[] }, prune?: boolean) => {
      const items = 'all' in source ? source.all() : source;
      const keptNames = new Set(items.map(({ key }) => key.toLowerCase()));
      if (prune === true)
        for (const { key } of entries()) if (!keptNames.has(key.toLowerCase())) headers.remove(key);
      items.forEach(upsert);
    },
    remove: (header: string | Entry) => void headers.remove(typeof header === 'string' ? header : header.key),
    clear: () => void headers.clear(),
  };
}
