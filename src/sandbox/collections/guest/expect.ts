// `pm.expect`: chai with Postman's assertions on requests and responses.
import type { Chai, Sdk } from './environment.ts';

type Load = (name: string) => unknown;
type Plugin = (sdk: Sdk, lodash: unknown, ajv: unknown) => unknown;
type AjvClass = new (options: unknown) => object;

export function chaiFor(sdk: Sdk, load: Load): Chai {
  const chai = load('chai') as Chai;
  const plugin = load('chai-postman') as Plugin;
  // Loaded when a schema is checked.
  function Ajv(options: unknown): object {
    return new (load('ajv') as AjvClass)(options);
  }
  chai.use(plugin(sdk, load('lodash'), Ajv));
  chai.use(quickStatus(sdk));
  return chai;
}

interface ChaiParts {
  readonly Assertion: { readonly overwriteMethod: (name: string, make: (before: Method) => Method) => void };
}
type Method = (this: Assertion, ...values: readonly unknown[]) => void;
interface Assertion {
  readonly _obj: unknown;
  readonly assert: (
    isTrue: boolean,
    message: string,
    negated: string,
    wanted: unknown,
    found: unknown,
  ) => void;
}

/** The assertion that nearly every test makes, without the others that the plugin makes on its way. */
function quickStatus(sdk: Sdk) {
  return ({ Assertion }: ChaiParts): void =>
    Assertion.overwriteMethod(
      'status',
      (before) =>
        function (...values) {
          const [wanted] = values;
          const { code } = this._obj as { readonly code?: unknown };
          if (typeof wanted !== 'number' || typeof code !== 'number' || !sdk.Response.isResponse(this._obj)) {
            before.apply(this, [...values]);
            return;
          }
          this.assert(
            code === wanted,
            'expected response to have status code #{exp} but got #{act}',
            'expected response to not have status code #{act}',
            wanted,
            code,
          );
        },
    );
}
