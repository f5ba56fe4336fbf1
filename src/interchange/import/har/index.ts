// Imports HAR files as a collection that is named after the file, with a folder for each host, and responses as
// examples.
import { stableId } from '../shared/folder/stable-id.ts';
import { isObject } from '../../../base/is-object.ts';
import { readHar, type HarExchange } from '../../../documents/har/reader.ts';
import { INHERIT, NO_AUTH } from '../../../collections/model/auth.ts';
import type { Item } from '../../../collections/model/collection.ts';
import { NOTHING_IMPORTED } from '../../../collections/model/imported.ts';
import { defineImport } from '../contract.ts';
import { fileTitle } from '../shared/file-title.ts';
import { harRequest } from './request.ts';
import { ImportContext } from '../shared/import-context.ts';

const NO_SCRIPTS = { preRequest: '', test: '' };

export const har = defineImport({
  id: 'har',
  label: 'HAR',
  detect: (content) => {
    const file = content.value();
    return isObject(file) && isObject(file['log']) && Array.isArray(file['log']['entries']);
  },
  read: (content) => {
    const context = new ImportContext();
    const name = context.name(fileTitle(content.file, 'HAR'), 'HAR');
    const common = { docs: '', scripts: NO_SCRIPTS, variables: [] };
    const collection = { ...common, id: context.id(stableId('har', name)), name, auth: NO_AUTH };
    const items = [...groupByHost(content.value(), context)].map(([host, requests]): Item => ({
      kind: 'folder',
      folder: { ...common, id: context.id(null), name: host, auth: INHERIT, items: requests },
    }));
    return { ...NOTHING_IMPORTED, collections: [{ ...collection, items }], warnings: context.warnings };
  },
});

/** Groups requests by host, in the order of the file. */
function groupByHost(file: unknown, context: ImportContext): ReadonlyMap<string, readonly Item[]> {
  const hosts = new Map<string, Item[]>();
  for (const entry of readHar(file)) {
    context.countRequest();
    const entryContext = context.inside(`entry ${entry.index}`);
    if (entry.type === 'skipped') entryContext.warn(`${entry.reason}: it was left out`);
    else if (entry.exchange.method === 'CONNECT')
      entryContext.warn('it is a CONNECT tunnel: it was left out');
    else {
      const host = hostOf(entry.exchange);
      const requests = hosts.get(host) ?? [];
      hosts.set(host, requests);
      requests.push({ kind: 'request', request: harRequest(entry.exchange, entryContext) });
    }
  }
  return hosts;
}

function hostOf({ url }: HarExchange): string {
  return (URL.parse(url)?.host ?? '').slice(0, 300) || 'Other';
}
