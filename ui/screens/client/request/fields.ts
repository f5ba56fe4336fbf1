// The fields of a request as its editors read and change them.
import { editObject } from '../model/objects.ts';
import { ownTab } from '../model/tabs.ts';
import type { RequestView } from './request-view.ts';

export * from './request-view.ts';

/** Changes fields of the request in a tab, which is no preview from then on. */
export function editRequest(key: string, fields: Partial<RequestView>): void {
  ownTab(key);
  editObject(key, fields);
}
