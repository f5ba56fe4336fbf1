// The searches that were made before, where a screen remembers them.
import { createContext } from 'react';

export interface SearchMemory {
  /** The latest first. */
  readonly searches: readonly string[];
  readonly remember: (search: string) => void;
}

export const SearchMemoryContext = createContext<SearchMemory | null>(null);
