// All setups. A new one is a file and its line here.
import { collectionsSetup, collectionsWithLibrariesSetup } from './collections/setup.ts';
import { plainSetup } from './plain-setup.ts';
import { rulesSetup } from './rules/setup.ts';
import type { Setup } from './setup.ts';

export const setups: readonly Setup[] = [
  plainSetup,
  rulesSetup,
  collectionsSetup,
  collectionsWithLibrariesSetup,
];
