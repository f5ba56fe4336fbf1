// Variables whose values are not in the files: those of the process, of `.env`, and those that people are asked for.
import type { Variable } from '../../../collections/model/values.ts';
import type { ImportOptions } from '../shared/import-context.ts';
import type { FileScope } from './file-scope.ts';
import { expressionsIn } from './templates.ts';

/** True for the names of such variables, which are not written to files. */
export function isOutside(name: string): boolean {
  return /^(?:\$(?:processEnv|dotenv)\s|\$env\.|process\.env\.)/.test(name);
}

export class OutsideVariables {
  readonly #processEnv: ImportOptions['processEnv'];
  readonly #found = new Map<string, Variable>();

  constructor(options: ImportOptions) {
    this.#processEnv = options.processEnv;
  }

  /** Takes the variables that a file uses. */
  take(scope: FileScope): void {
    for (const expression of expressionsIn(scope.source.text)) {
      if (this.#found.has(expression)) continue;
      const found = scope.expression(expression);
      if (found.type === 'outside') this.#takeOutside(expression, found.variable, found.isFile, scope);
      if (found.type === 'asked') this.#takeAsked(expression, found.value, scope);
      if (found.type === 'unknown' && expression.startsWith('$'))
        scope.context.warn(`{{${expression.slice(0, 60)}}} has no value here`);
    }
  }

  get variables(): readonly Variable[] {
    return [...this.#found.values()];
  }

  #takeOutside(name: string, variable: string, isFile: boolean, { beside, context }: FileScope): void {
    const own = beside.dotenv.get(variable);
    const value = isFile ? own : (this.#processEnv?.[variable] ?? own);
    if (value === undefined) {
      const where = isFile
        ? 'a file .env beside it'
        : 'the environment of the process, which only a run from the command line reads';
      context.warn(`{{${name}}} has no value: it comes from ${where}`);
    }
    this.#found.set(name, { name, value: value ?? '', enabled: value !== undefined, secret: true, docs: '' });
  }

  #takeAsked(name: string, value: string, { context }: FileScope): void {
    context.warn(
      `{{${name.slice(0, 60)}}}: nobody is asked, and ${value === '' ? 'it has no value' : `it is ${JSON.stringify(value)}`}`,
    );
    if (value !== '') this.#found.set(name, { name, value, enabled: true, secret: false, docs: '' });
  }
}
