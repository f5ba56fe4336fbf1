// `pm.expect`: chai with Postman's assertions on requests and responses.
import type { Chai, Sdk } from './environment.ts';
import { messageAssertions } from './messages.ts';

type Load = (name: string) => unknown;
type Plugin = (sdk: Sdk, lodash: unknown, ajv: unknown) => unknown;
type AjvClass = new (options: unknown) => object;

export function createChai(sdk: Sdk, load: Load): Chai {
  const chai = load('chai') as Chai;
  const plugin = load('chai-postman') as Plugin;
  // Ajv is loaded only when a schema is checked.
  function Ajv(options: unknown): object {
    return new (load('ajv') as AjvClass)(options);
  }
  chai.use(plugin(sdk, load('lodash'), Ajv));
  chai.use(fastStatus(sdk));
  chai.use(fastChains);
  chai.use(messageAssertions);
  return chai;
}

interface ChaiParts {
  readonly Assertion: {
    readonly prototype: object;
    readonly overwriteMethod: (name: string, make: (original: Method) => Method) => void;
  };
}
interface Utilities {
  readonly proxify: (assertion: object) => object;
}
type Method = (this: Assertion, ...values: readonly unknown[]) => void;
interface Assertion {
  readonly _obj: unknown;
  readonly assert: (
    isTrue: boolean,
    message: string,
    negated: string,
    expected: unknown,
    actual: unknown,
  ) => void;
}

/** Replaces the assertion that nearly every test makes by one without the checks that the plugin makes on its way. */
function fastStatus(sdk: Sdk) {
  return ({ Assertion }: ChaiParts): void =>
    Assertion.overwriteMethod(
      'status',
      (original) =>
        function (...values) {
          const [expected] = values;
          const { code } = this._obj as { readonly code?: unknown };
          if (
            typeof expected !== 'number' ||
            typeof code !== 'number' ||
            !sdk.Response.isResponse(this._obj)
          ) {
            original.apply(this, [...values]);
            return;
          }
          this.assert(
            code === expected,
            'expected response to have status code #{exp} but got #{act}',
            'expected response to not have status code #{act}',
            expected,
            code,
          );
        },
    );
}

/** Words that only make sentences. */
const CHAINS = [
  'to',
  'be',
  'been',
  'is',
  'and',
  'has',
  'have',
  'with',
  'that',
  'which',
  'at',
  'of',
  'same',
  'but',
  'does',
  'still',
  'also',
] as const;

/** Makes the assertion after such a word at once, where chai copies its flags one by one through a proxy. */
function fastChains({ Assertion: { prototype } }: ChaiParts, { proxify }: Utilities): void {
  const { assign, create } = Object;
  for (const name of CHAINS)
    Object.defineProperty(prototype, name, {
      get(this: { readonly __flags: object }) {
        const next = create(prototype) as { __flags: object };
        next.__flags = assign(create(null) as object, this.__flags);
        return proxify(next);
      },
      configurable: true,
    });
}
