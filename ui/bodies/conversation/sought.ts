// The texts that the filter looks for: what is folded opens when it has one of them, so that a hit can be shown.
import { createContext, useContext } from 'react';

const Context = createContext<readonly string[]>([]);

export const Sought = Context.Provider;

/** Returns true for a text that has something the filter looks for. */
export function useIsSought(text: string): boolean {
  const needles = useContext(Context);
  if (needles.length === 0) return false;
  const lower = text.toLowerCase();
  return needles.some((needle) => lower.includes(needle));
}
