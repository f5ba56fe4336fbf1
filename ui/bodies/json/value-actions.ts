// Actions that a screen offers for a value of a JSON tree, beside copying it.
import type { LucideIcon } from 'lucide-react';
import { createContext } from 'react';
import type { JsonKind } from './json-values.ts';

/** The value at the cursor. */
export interface JsonValue {
  /** As a JSONPath, such as `$.orders[0].id`. */
  readonly path: string;
  readonly kind: JsonKind;
  /** A scalar as text; the beginning of a long one. */
  readonly text: string;
  readonly isCut: boolean;
}

export interface ValueAction {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly run: (value: JsonValue) => void;
}

export const ValueActions = createContext<readonly ValueAction[]>([]);
