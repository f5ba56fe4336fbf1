// The assertions of chai on messages, metadata and trailers.
import { contentLists, type MessageList } from './messages.ts';

type Check = (this: Assertion, ...values: readonly unknown[]) => void;
interface Assertion {
  readonly _obj: unknown;
  readonly assert: (isTrue: boolean, message: string, negated: string, expected?: unknown) => void;
}
interface ChaiParts {
  readonly expect: (value: unknown) => Expected;
  readonly Assertion: {
    readonly addMethod: (name: string, check: Check) => void;
    readonly overwriteProperty: (name: string, make: (original: Check) => Check) => void;
    readonly overwriteMethod: (name: string, make: (original: Check) => Check) => void;
    readonly overwriteChainableMethod: (
      name: string,
      make: (original: Check) => Check,
      makeChain: (original: Check) => Check,
    ) => void;
  };
}
interface Expected {
  readonly to: {
    readonly eql: (value: unknown) => void;
    readonly deep: { readonly include: (value: unknown) => void };
    readonly have: {
      readonly nested: { readonly property: (...values: readonly unknown[]) => void };
      readonly jsonSchema: (...values: readonly unknown[]) => void;
    };
  };
}
interface ResponseLike {
  readonly code: number;
  readonly messages: MessageList;
  readonly isConversation?: boolean;
  readonly metadata: Fields;
  readonly trailers: Fields;
}
interface Fields {
  readonly has: (name: string) => boolean;
  readonly get: (name: string) => unknown;
}

/** The chai plugin with the assertions on messages, metadata and trailers. */
export function messageAssertions({ Assertion, expect }: ChaiParts): void {
  const { some, every } = contentChecks(expect);
  const including = (original: Check): Check =>
    function (...values) {
      if (isContents(this._obj)) some(values[0], false).call(this);
      else original.apply(this, values as unknown[]);
    };
  for (const name of ['include', 'includes', 'contain', 'contains'])
    Assertion.overwriteChainableMethod(name, including, unchanged);
  Assertion.overwriteMethod(
    'property',
    every((each, values) => expect(each).to.have.nested.property(...values), 'have the property'),
  );
  Assertion.overwriteMethod(
    'jsonSchema',
    every((each, values) => expect(each).to.have.jsonSchema(...values), 'match the schema'),
  );
  Assertion.addMethod('message', function (value) {
    const { messages } = this._obj as ResponseLike;
    const contents = messages.all().map(({ data }) => data);
    some(value, true).call({ _obj: contents, assert: this.assert.bind(this) });
  });
  Assertion.addMethod('metadata', fieldAssertion('metadata', 'metadata'));
  Assertion.addMethod('trailer', fieldAssertion('trailer', 'trailers'));
  Assertion.overwriteProperty('ok', okOfConversation);
}

interface ContentChecks {
  /** Holds when one of the contents equals, or includes, the value. */
  readonly some: (value: unknown, deep: boolean) => Check;
  /** Lets a check of one value hold for every message. */
  readonly every: (
    check: (message: unknown, values: readonly unknown[]) => void,
    what: string,
  ) => (original: Check) => Check;
}

function contentChecks(expect: ChaiParts['expect']): ContentChecks {
  return {
    some: (value, deep) =>
      function () {
        const contents = this._obj as readonly unknown[];
        const holds = contents.some((each) =>
          passes(() => (deep ? expect(each).to.eql(value) : expect(each).to.deep.include(value))),
        );
        const relation = deep ? 'equal' : 'include';
        this.assert(
          holds,
          `expected one of ${contents.length} messages to ${relation} ${shown(value)}`,
          `expected no message to ${relation} ${shown(value)}`,
        );
      },
    every: (check, what) => (original) =>
      function (...values) {
        if (!isContents(this._obj)) {
          original.apply(this, values as unknown[]);
          return;
        }
        const contents = this._obj as readonly unknown[];
        const failing = contents.findIndex((each) => !passes(() => check(each, values)));
        this.assert(
          contents.length > 0 && failing < 0,
          contents.length === 0
            ? `expected messages to ${what}, but there are none`
            : `expected every message to ${what}, but message ${failing} does not: ${shown(contents[failing])}`,
          `expected no message to ${what}`,
        );
      },
  };
}

function passes(check: () => void): boolean {
  try {
    check();
    return true;
  } catch {
    return false;
  }
}

function shown(value: unknown): string {
  return JSON.stringify(value);
}

function isContents(value: unknown): boolean {
  return typeof value === 'object' && value !== null && contentLists.has(value);
}

function unchanged(original: Check): Check {
  return function () {
    original.call(this);
  };
}

/** `ok` of conversations, whose status may be that of gRPC or of an upgrade. */
function okOfConversation(original: Check): Check {
  return function () {
    const { isConversation, code } = (this._obj ?? {}) as Partial<ResponseLike>;
    if (isConversation !== true || code === undefined) {
      original.call(this);
      return;
    }
    const isOk = code === 0 || code === 101 || (code >= 200 && code < 300);
    this.assert(
      isOk,
      `expected response to be ok but it has the status ${code}`,
      'expected response to not be ok',
    );
  };
}

function fieldAssertion(name: string, list: 'metadata' | 'trailers'): Check {
  return function (...values) {
    const [key, value] = values as [string, unknown];
    const fields = (this._obj as ResponseLike)[list];
    const holds = fields.has(key) && (values.length < 2 || fields.get(key) === value);
    const wanted = values.length < 2 ? key : `${key} = ${String(value)}`;
    this.assert(
      holds,
      `expected response to have the ${name} ${wanted}`,
      `expected response to not have the ${name} ${wanted}`,
    );
  };
}
