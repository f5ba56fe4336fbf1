// `pm.response.messages`: what arrived on a connection or a stream, with the assertions that Postman has for gRPC.
import type { Chai } from './environment.ts';

interface Message {
  /** Parsed JSON, other text, or base64 of bytes. */
  readonly data: unknown;
  readonly timestamp: Date;
  /** The event, topic or method; empty without one. */
  readonly name: string;
  readonly direction: 'sent' | 'received';
}

/** A message as the host passes it. */
interface HostMessage extends Omit<Message, 'timestamp'> {
  readonly time: number;
}

/** Contents of messages, on which assertions count for messages and not for the array. */
const contentLists = new WeakSet<object>();

/** A list like those of postman-collection. */
export class MessageList {
  readonly #messages: readonly Message[];
  readonly #chai: Chai;

  constructor(messages: readonly Message[], chai: Chai) {
    this.#messages = messages;
    this.#chai = chai;
  }

  static fromJson(json: string, chai: Chai): MessageList {
    const messages = (JSON.parse(json) as readonly HostMessage[]).map(({ time, ...message }) => ({
      ...message,
      timestamp: new Date(time),
    }));
    return new MessageList(messages, chai);
  }

  get to(): unknown {
    const contents = this.#messages.map(({ data }) => data);
    contentLists.add(contents);
    return this.#chai.expect(contents).to;
  }

  [Symbol.iterator](): Iterator<Message> {
    return this.#messages[Symbol.iterator]();
  }

  with(direction: Message['direction']): MessageList {
    return new MessageList(
      this.#messages.filter((message) => message.direction === direction),
      this.#chai,
    );
  }

  all(): readonly Message[] {
    return [...this.#messages];
  }

  idx(index: number): Message | undefined {
    return this.#messages[index];
  }

  count(): number {
    return this.#messages.length;
  }

  each(visit: (message: Message, index: number) => void): void {
    for (const [index, message] of this.#messages.entries()) visit(message, index);
  }

  map<T>(convert: (message: Message, index: number) => T): T[] {
    return this.#messages.map((message, index) => convert(message, index));
  }

  filter(matches: (message: Message, index: number) => unknown): Message[] {
    return this.#messages.filter((message, index) => matches(message, index));
  }

  find(matches: (message: Message, index: number) => unknown): Message | undefined {
    return this.#messages.find((message, index) => matches(message, index));
  }

  toJSON(): readonly Message[] {
    return this.#messages;
  }
}

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
  const passes = (check: () => void): boolean => {
    try {
      check();
      return true;
    } catch {
      return false;
    }
  };
  const shown = (value: unknown): string => JSON.stringify(value);
  const some = (value: unknown, deep: boolean): Check =>
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
    };
  const isContents = (value: unknown): boolean =>
    typeof value === 'object' && value !== null && contentLists.has(value);
  /** Lets a check of one value hold for every message. */
  const forEvery = (check: (message: unknown, values: readonly unknown[]) => void, what: string) =>
    function (original: Check): Check {
      return function (...values) {
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
      };
    };
  const including = (original: Check): Check =>
    function (...values) {
      if (isContents(this._obj)) some(values[0], false).call(this);
      else original.apply(this, values as unknown[]);
    };
  const unchanged = (original: Check): Check =>
    function () {
      original.call(this);
    };
  for (const name of ['include', 'includes', 'contain', 'contains'])
    Assertion.overwriteChainableMethod(name, including, unchanged);
  Assertion.overwriteMethod(
    'property',
    forEvery((each, values) => expect(each).to.have.nested.property(...values), 'have the property'),
  );
  Assertion.overwriteMethod(
    'jsonSchema',
    forEvery((each, values) => expect(each).to.have.jsonSchema(...values), 'match the schema'),
  );
  Assertion.addMethod('message', function (value) {
    const { messages } = this._obj as ResponseLike;
    const contents = messages.all().map(({ data }) => data);
    some(value, true).call({ _obj: contents, assert: this.assert.bind(this) });
  });
  for (const [name, list] of [
    ['metadata', 'metadata'],
    ['trailer', 'trailers'],
  ] as const)
    Assertion.addMethod(name, fieldAssertion(name, list));
  Assertion.overwriteProperty(
    'ok',
    (original) =>
      function () {
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
      },
  );
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
