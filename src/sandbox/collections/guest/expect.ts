// `pm.expect`: chai with Postman's assertions on requests and responses.
import type { Chai, Sdk } from './environment.ts';
import { messageAssertions } from './message-assertions.ts';

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
  chai.use(fastProxies);
  chai.use(fastStatus(sdk));
  chai.use(fastChains);
  chai.use(messageAssertions);
  return chai;
}

interface ChaiParts {
  readonly config: { readonly useProxy: boolean };
  readonly Assertion: { readonly prototype: Record<string, unknown> };
}
interface Utilities {
  proxify: (target: object, name?: string) => object;
  readonly addLengthGuard: (method: Method, name: string, isChainable: boolean) => Method;
}
type Method = (this: Assertion, ...values: readonly unknown[]) => unknown;
interface Assertion {
  readonly __flags: Flags;
  readonly _obj: unknown;
  readonly assert: (
    isTrue: boolean,
    message: string,
    negated: string,
    expected: unknown,
    actual: unknown,
  ) => void;
}
interface Flags {
  readonly lockSsfi?: boolean;
  /** The function at which the stack of a failed assertion begins. */
  ssfi?: unknown;
}

const { assign, create } = Object;

/**
 * Makes assertions with one proxy handler for all, which calls chai's own handler only for properties that do not
 * exist.
 */
function fastProxies({ config }: ChaiParts, utilities: Utilities): void {
  const { proxify } = utilities;
  const get = (assertion: Assertion, property: keyof Assertion): unknown => {
    if (!(property in assertion)) return Reflect.get(proxify(assertion), property);
    if (!INTERNAL.has(property)) beginAt(assertion, get);
    return assertion[property];
  };
  const handler = { get } as ProxyHandler<object>;
  utilities.proxify = (target, name) => {
    if (name !== undefined) return proxify(target, name);
    return config.useProxy ? new Proxy(target, handler) : target;
  };
}

/** Properties that assertions use themselves. */
const INTERNAL: ReadonlySet<string> = new Set(['__flags', '__methods', '_obj', 'assert']);

/** Leaves what `start` calls out of the stack, unless another assertion has called. */
function beginAt({ __flags: flags }: Assertion, start: unknown): void {
  if (!flags.lockSsfi) flags.ssfi = start;
}

/** Returns an assertion with the same flags. */
function nextOf({ __flags: flags }: Assertion, prototype: object, { proxify }: Utilities): object {
  const next = create(prototype) as { __flags: Flags };
  next.__flags = assign(create(null) as object, flags);
  return proxify(next);
}

/** Replaces the assertion that nearly every test makes by one without the checks that the plugin makes on its way. */
function fastStatus(sdk: Sdk) {
  return ({ Assertion: { prototype } }: ChaiParts, utilities: Utilities): void => {
    const original = prototype['status'] as Method;
    function status(this: Assertion, ...values: readonly unknown[]): unknown {
      const [expected] = values;
      const code = (this._obj as { readonly code?: unknown } | null | undefined)?.code;
      if (typeof expected !== 'number' || typeof code !== 'number' || !sdk.Response.isResponse(this._obj))
        return original.apply(this, [...values]);
      beginAt(this, status);
      this.assert(
        code === expected,
        'expected response to have status code #{exp} but got #{act}',
        'expected response to not have status code #{act}',
        expected,
        code,
      );
      return nextOf(this, prototype, utilities);
    }
    prototype['status'] = utilities.proxify(utilities.addLengthGuard(status, 'status', false), 'status');
  };
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
function fastChains({ Assertion: { prototype } }: ChaiParts, utilities: Utilities): void {
  for (const name of CHAINS)
    Object.defineProperty(prototype, name, {
      get(this: Assertion) {
        return nextOf(this, prototype, utilities);
      },
      configurable: true,
    });
}
