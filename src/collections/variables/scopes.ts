// The variables of a run by scope, as scripts change them.
import type { Variable } from '../model/values.ts';

/** Scopes in order of precedence. */
export const SCOPES = ['local', 'data', 'request', 'environment', 'collection', 'globals'] as const;
export type ScopeName = (typeof SCOPES)[number];

export type Values = Readonly<Record<string, unknown>>;

export class Scopes {
  readonly #scopes: Record<ScopeName, ReadonlyMap<string, unknown>>;

  constructor(scopes: Partial<Record<ScopeName, ReadonlyMap<string, unknown>>> = {}) {
    const none: ReadonlyMap<string, unknown> = new Map();
    this.#scopes = {
      local: none,
      data: none,
      request: none,
      environment: none,
      collection: none,
      globals: none,
      ...scopes,
    };
  }

  /** Returns undefined when no scope has the variable. */
  value(name: string): unknown {
    for (const scope of SCOPES) {
      const values = this.#scopes[scope];
      if (values.has(name)) return values.get(name);
    }
    return undefined;
  }

  /** Returns values for a script, without a prototype, so that every name is valid. */
  values(scope: ScopeName): Values {
    const values = Object.create(null) as Record<string, unknown>;
    for (const [name, value] of this.#scopes[scope]) values[name] = value;
    return values;
  }

  replace(scope: ScopeName, values: Values): void {
    this.#scopes[scope] = new Map(Object.entries(values));
  }

  /** Returns scopes with some of them replaced; the others are shared until they are replaced. */
  with(scopes: Partial<Record<ScopeName, ReadonlyMap<string, unknown>>>): Scopes {
    return new Scopes({ ...this.#scopes, ...scopes });
  }
}

/** Returns the values of enabled variables. When several have the same name, the last wins. */
export function valuesOf(variables: readonly Variable[]): ReadonlyMap<string, unknown> {
  return new Map(
    variables.filter(({ enabled }) => enabled).map((variable) => [variable.name, valueOf(variable)]),
  );
}

/** Returns the value in its type; a text where it has none, or is not valid. */
function valueOf({ value, type }: Variable): unknown {
  if (type === 'boolean') return value.trim() === 'true' || (value.trim() === 'false' ? false : value);
  if (type === 'number') return value.trim() === '' || Number.isNaN(Number(value)) ? value : Number(value);
  if (type === undefined) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}
