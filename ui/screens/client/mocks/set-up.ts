// Opens the set-up of a mock server for a collection.
import { openTab } from '../model/tabs.ts';
import { mockSetup } from './setup.ts';

export function setUpMock(collection: string): void {
  mockSetup.update((setup) => ({ ...setup, source: 'collection', collection }));
  openTab('mock:new');
}
