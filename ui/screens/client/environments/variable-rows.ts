// The variables of the globals and of all environments as rows, one for each name.

/** The type that scripts see. */
export type VariableType = 'text' | 'number' | 'boolean' | 'json';

export interface StoredVariable {
  readonly name: string;
  /** As shown: a secret is masked. */
  readonly value: string;
  readonly enabled: boolean;
  readonly secret: boolean;
  /** Absent for text. */
  readonly type?: Exclude<VariableType, 'text'>;
  readonly docs: string;
}

/** The globals, or an environment. */
export interface VariableOwner {
  readonly scope: 'globals' | 'environment';
  /** `globals`, or the id of the environment. */
  readonly id: string;
  readonly name: string;
  readonly isActive: boolean;
  readonly variables: readonly StoredVariable[];
}

export interface VariableRow {
  readonly name: string;
  readonly isSecret: boolean;
  /** The variable in each owner; undefined where it has none. */
  readonly variables: readonly (StoredVariable | undefined)[];
}

/** Returns the rows: variables in the order of the environments, then secrets. */
export function rowsOf(owners: readonly VariableOwner[]): readonly VariableRow[] {
  const rows = orderedNames(owners).map((name) => {
    const variables = owners.map((owner) => owner.variables.findLast((each) => each.name === name));
    return { name, variables, isSecret: variables.some((variable) => variable?.secret === true) };
  });
  return [...rows.filter(({ isSecret }) => !isSecret), ...rows.filter(({ isSecret }) => isSecret)];
}

/** Joins the orders: a name that is new in a list follows the one before it there. */
function orderedNames(owners: readonly VariableOwner[]): readonly string[] {
  const names: string[] = [];
  for (const { variables } of owners.toSorted((a, b) => rank(a) - rank(b))) {
    // What comes before a known name goes to the end.
    let at = names.length;
    for (const { name } of variables) {
      const found = names.indexOf(name);
      if (found < 0) names.splice(at, 0, name);
      at = (found < 0 ? at : found) + 1;
    }
  }
  return names;
}

/** The lists of environments are longer, and so decide the order. */
function rank({ scope }: VariableOwner): number {
  return scope === 'environment' ? 0 : 1;
}

/** Returns the scope whose variables of a name are meant where it is used. */
export function scopeOf(owners: readonly VariableOwner[], name: string): VariableOwner['scope'] {
  const isInEnvironment = owners.some(
    ({ scope, variables }) => scope === 'environment' && variables.some((each) => each.name === name),
  );
  return isInEnvironment ? 'environment' : 'globals';
}

/** Returns the rows that have a text in their name or in a value. */
export function foundRows(rows: readonly VariableRow[], text: string): readonly VariableRow[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return rows;
  return rows.filter(({ name, variables }) =>
    [name, ...variables.map((variable) => (variable?.secret === true ? '' : (variable?.value ?? '')))].some(
      (each) => each.toLowerCase().includes(wanted),
    ),
  );
}

/** The variables of an owner, before and after a change. */
export interface ChangedList {
  readonly owner: VariableOwner;
  readonly variables: readonly StoredVariable[];
}

/** Changes the variable of a name wherever it is. */
export function withVariable(
  owners: readonly VariableOwner[],
  name: string,
  change: (variable: StoredVariable) => StoredVariable,
): readonly ChangedList[] {
  return owners
    .filter(({ variables }) => variables.some((each) => each.name === name))
    .map((owner) => ({
      owner,
      variables: owner.variables.map((each) => (each.name === name ? change(each) : each)),
    }));
}

/** Moves a name before or behind another one, in each list that has both. */
export function withMoved(
  owners: readonly VariableOwner[],
  name: string,
  target: string,
  isBehind: boolean,
): readonly ChangedList[] {
  return owners.flatMap((owner) => {
    const moved = owner.variables.filter((each) => each.name === name);
    const others = owner.variables.filter((each) => each.name !== name);
    const at = others.findIndex((each) => each.name === target);
    if (moved.length === 0 || at < 0) return [];
    const variables = others.toSpliced(isBehind ? at + 1 : at, 0, ...moved);
    return [{ owner, variables }];
  });
}
