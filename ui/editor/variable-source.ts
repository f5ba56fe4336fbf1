// The variables that a field can use, and the one that a name means.
import { nearest } from '../../src/base/did-you-mean.ts';

/** A definition that a nearer one of the same name hides. */
export interface OverriddenVariable {
  readonly scope: string;
  readonly owner: string;
  readonly value: string | null;
}

export interface KnownVariable {
  readonly name: string;
  /** The value as it is shown; null for one that is not set. */
  readonly value: string | null;
  readonly scope: string;
  /** The name of the environment, collection, folder or request that has it. */
  readonly owner: string;
  readonly isSecret: boolean;
  readonly overrides: readonly OverriddenVariable[];
  /** The script that set the value, such as "Place order, 14:33". */
  readonly setBy?: string;
}

export interface VariableSource {
  readonly variables: readonly KnownVariable[];
  /** Names of variables with a new value at each use, such as `$guid`. */
  readonly dynamic: readonly string[];
  /** True where `{{name}}` is text, as in a captured message. */
  readonly isLiteral?: boolean;
  /** Creates a variable. Absent where none can be made. */
  readonly create?: (name: string) => void;
  /** The name of the environment or other owner that gets a new variable. */
  readonly createsIn?: string;
  /** Changes the value where it is defined. */
  readonly edit?: (variable: KnownVariable, value: string) => void;
  /** Writes a value that a script has set into the file of its scope. */
  readonly keep?: (variable: KnownVariable) => void;
  /** Forgets a value that a script has set; that of the file counts again. */
  readonly forget?: (variable: KnownVariable) => void;
  /** Resolves with the number of uses of a name in the workspace. */
  readonly uses?: (name: string) => Promise<number>;
}

/** A name that is used in a text, and its definition. */
export type UsedVariable =
  | { readonly type: 'known'; readonly variable: KnownVariable }
  | { readonly type: 'dynamic'; readonly name: string }
  | { readonly type: 'unknown'; readonly name: string };

/** Stands for the value of a secret. */
export const MASK = '••••••••';

/** For texts in which nothing is replaced. */
export const NO_VARIABLES: VariableSource = { variables: [], dynamic: [], isLiteral: true };

/** Returns a function that finds the definition of a name. Spaces around a name do not count, as when it is replaced. */
export function lookUpIn({
  variables,
  dynamic,
}: Pick<VariableSource, 'variables' | 'dynamic'>): (name: string) => UsedVariable {
  // The first definition of a name is the one that wins.
  const known = new Map(variables.toReversed().map((variable) => [variable.name, variable]));
  const generated = new Set(dynamic);
  return (given) => {
    const name = given.trim();
    const variable = known.get(given) ?? known.get(name);
    if (variable !== undefined) return { type: 'known', variable };
    return { type: generated.has(name) ? 'dynamic' : 'unknown', name };
  };
}

/** Returns the kind of a chip, which its style sheet knows. */
export function chipKind(used: UsedVariable): 'known' | 'secret' | 'dynamic' | 'unknown' {
  return used.type === 'known' && used.variable.isSecret ? 'secret' : used.type;
}

/** Returns the value as it may be shown: masked for a secret, null for none. */
export function shownValue({ value, isSecret }: KnownVariable): string | null {
  return isSecret && value !== null && value !== '' ? MASK : value;
}

/** Returns the known name that is most like an unknown one; null when none is. */
export function nearestName(name: string, { variables, dynamic }: VariableSource): string | null {
  return nearest(name, [...variables.map((each) => each.name), ...dynamic]);
}
