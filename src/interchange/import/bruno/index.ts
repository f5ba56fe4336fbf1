// Imports collections of Bruno: folders of OpenCollection YAML, and of its older .bru files. Both are read as
// OpenCollection (https://spec.opencollection.com), because they hold the same data.
import { defineFolderFormat } from '../shared/folder/contract.ts';
import { environmentsIn } from './environments.ts';
import { isRoot, readCollection } from './tree.ts';

export const bruno = defineFolderFormat({
  id: 'bruno',
  label: 'Bruno or OpenCollection folder',
  isRoot,
  read: readCollection,
  environments: environmentsIn,
  globals: () => null,
});
