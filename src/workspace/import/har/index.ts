// HAR files: a collection named after the file, a folder for each host, responses as examples.
import { isFields } from '../../../documents/json-values.ts';
import { readHar, type HarExchange } from '../../../documents/har/reader.ts';
import { INHERIT, NO_AUTH } from '../../model/auth.ts';
import type { Item } from '../../model/collection.ts';
import { NOTHING_IMPORTED } from '../../model/imported.ts';
import { defineImport } from '../contract.ts';
import { fileTitle } from '../shared/file-title.ts';
import { harRequest } from './request.ts';
import { Notes } from '../shared/import-context.ts';

const NO_SCRIPTS = { preRequest: '', test: '' };

export const har = defineImport({
  id: 'har',
  label: 'HAR',
  detect: (content) => {
    const file = content.value();
    return isFields(file) && isFields(file['log']) && Array.isArray(file['log']['entries']);
  },
  read: (content) => {
    const notes = new Notes();
    const name = notes.name(fileTitle(content.file, 'HAR'), 'HAR');
    const common = { docs: '', scripts: NO_SCRIPTS };
    const collection = { ...common, id: notes.id(null), name, auth: NO_AUTH, variables: [] };
    const items = [...hostsOf(content.value(), notes)].map(([host, requests]): Item => ({
      kind: 'folder',
      folder: { ...common, id: notes.id(null), name: host, auth: INHERIT, items: requests },
    }));
    return { ...NOTHING_IMPORTED, collections: [{ ...collection, items }], warnings: notes.warnings };
  },
});

/** Requests by host, in the order of the file. */
function hostsOf(file: unknown, notes: Notes): ReadonlyMap<string, readonly Item[]> {
  const hosts = new Map<string, Item[]>();
  for (const read of readHar(file)) {
    notes.countRequest();
    const place = notes.inside(`entry ${read.index}`);
    if (read.type === 'skipped') place.warn(`${read.reason}: it was left out`);
    else if (read.exchange.method === 'CONNECT') place.warn('it is a tunnel: it was left out');
    else {
      const host = hostOf(read.exchange);
      const requests = hosts.get(host) ?? [];
      hosts.set(host, requests);
      requests.push({ kind: 'request', request: harRequest(read.exchange, place) });
    }
  }
  return hosts;
}

function hostOf({ url }: HarExchange): string {
  return (URL.parse(url)?.host ?? '').slice(0, 300) || 'Other';
}
