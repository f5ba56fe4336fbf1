// `pm.environment` and the other variable scopes: their values, and a flag for changes by the script.
import { asText } from './as-text.ts';
import { defineLazy, type Sdk } from './environment.ts';
import { replaceIn, type LookUp } from './replace.ts';
import type { ScopeValues } from './script-data.ts';

export class VariableScope {
  readonly #values: Map<string, unknown>;
  readonly #layers: readonly VariableScope[];
  #changed = false;

  /** `layers` are searched in order for variables that this scope does not have. */
  constructor(sdk: () => Sdk, values: ScopeValues, layers: readonly VariableScope[] = [], name?: string) {
    this.#values = new Map(Object.entries(values));
    this.#layers = layers;
    if (name !== undefined)
      Object.defineProperty(this, 'name', { value: name, enumerable: true, writable: true });
    defineLazy(
      this,
      'values',
      () => {
        const { VariableList } = sdk();
        return new VariableList(
          this,
          Array.from(this.#values, ([key, value]) => ({ key, value, type: 'any' })),
        );
      },
      false,
    );
  }

  get(name: string): unknown {
    return this.#holder(name)?.own(name);
  }

  has(name: string): boolean {
    return this.#holder(name) !== undefined;
  }

  set(name: string, value: unknown): void {
    this.#values.set(asText(name), value);
    this.#changed = true;
  }

  unset(name: string): void {
    if (this.#values.delete(asText(name))) this.#changed = true;
  }

  clear(): void {
    this.#values.clear();
    this.#changed = true;
  }

  toObject(): Record<string, unknown> {
    const object: Record<string, unknown> = {};
    for (const scope of [...this.#layers].reverse()) Object.assign(object, scope.toObject());
    return defineAll(object, this.#values);
  }

  replaceIn(template: unknown): unknown {
    const lookUp: LookUp = (name) => this.get(name);
    return replaceIn(template, lookUp);
  }

  toJSON(): { readonly values: readonly unknown[] } {
    return { values: Array.from(this.#values, ([key, value]) => ({ key, value, type: 'any' })) };
  }

  syncVariablesTo(target: Record<string, unknown> = {}): Record<string, unknown> {
    for (const name of Object.keys(target)) if (!this.#values.has(name)) Reflect.deleteProperty(target, name);
    return defineAll(target, this.#values);
  }

  syncVariablesFrom(source: ScopeValues): void {
    this.#values.clear();
    for (const [name, value] of Object.entries(source)) this.set(name, value);
  }

  /** Takes over values that others have set. */
  take(values: ScopeValues): void {
    this.#values.clear();
    for (const [name, value] of Object.entries(values)) this.#values.set(name, value);
  }

  own(name: string): unknown {
    return this.#values.get(name);
  }

  /** Returns the values when they have changed, otherwise null. `unset`: stands for undefined. */
  static changes(scope: VariableScope, unset: '' | null): ScopeValues | null {
    return scope.#changed ? defineAll({}, toStorable(scope.#values, unset)) : null;
  }

  #holder(name: string): VariableScope | undefined {
    const key = asText(name);
    return this.#values.has(key) ? this : this.#layers.find((layer) => layer.has(key));
  }
}

/** Converts values that JSON cannot express; such a variable is still set, and hides others of its name. */
function toStorable(values: ReadonlyMap<string, unknown>, unset: '' | null): ReadonlyMap<string, unknown> {
  return new Map(
    Array.from(values, ([name, value]) => {
      if (value === undefined) return [name, unset];
      if (typeof value === 'function' || typeof value === 'symbol') return [name, null];
      return [name, typeof value === 'bigint' ? asText(value) : value];
    }),
  );
}

/** Defines own properties, whatever their names. */
function defineAll(
  target: Record<string, unknown>,
  values: ReadonlyMap<string, unknown>,
): Record<string, unknown> {
  for (const [name, value] of values)
    Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: true });
  return target;
}
