// Variables of the imported collection: its server, credentials, and parts of paths.
import type { Variable } from '../../../collections/model/values.ts';

export class CollectionVariables {
  readonly #variables = new Map<string, Variable>();
  /** The owner of each variable, so that no two share one. */
  readonly #owners = new Map<string, string>();

  get all(): Variable[] {
    return [...this.#variables.values()];
  }

  add(name: string, value: string, docs = ''): void {
    if (this.#variables.has(name)) return;
    this.#variables.set(name, { name, value, enabled: true, secret: false, docs });
  }

  /** Returns a variable in braces; each `owner` gets its own. */
  credential(name: string, owner: string, isSecret: boolean): string {
    const key = `${owner} ${name}`;
    const known = [...this.#owners].find(([, other]) => other === key)?.[0];
    const variableName = known ?? this.#free(name, owner);
    this.#owners.set(variableName, key);
    if (!this.#variables.has(variableName))
      this.#variables.set(variableName, {
        name: variableName,
        value: '',
        enabled: true,
        secret: isSecret,
        docs: '',
      });
    return `{{${variableName}}}`;
  }

  #free(name: string, owner: string): string {
    if (!this.#variables.has(name)) return name;
    const plain = `${name}_${owner.replace(/[^\w.-]+/g, '_').slice(0, 100)}`;
    let free = plain;
    for (let count = 2; this.#variables.has(free); count += 1) free = `${plain}_${count}`;
    return free;
  }
}
