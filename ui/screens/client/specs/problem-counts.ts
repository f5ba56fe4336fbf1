// The number of problems in each API description that was checked, by its id.
import { createStore } from '../../../state/store.ts';

export const problemCounts = createStore<ReadonlyMap<string, number>>(new Map());
