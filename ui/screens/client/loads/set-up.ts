// Opens the set-up of a load test for a collection.
import { openTab } from '../model/tabs.ts';
import { loadSetup } from './setup.ts';

export function setUpLoad(collection: string): void {
  loadSetup.update((setup) => ({ ...setup, collection, only: [], weights: {} }));
  openTab('load:new');
}
