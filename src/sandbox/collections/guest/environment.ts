// The interface between the guest code and its loader, and the parts of other modules that the guest code uses. Guest
// code runs in QuickJS: it must not use Node.js, and its modules must not import each other in a cycle.

export interface Kernel {
  readonly hostCall: (name: string, value: unknown) => Promise<unknown>;
  /** Returns JSON with name, message and stack. */
  readonly describe: (thrown: unknown) => string;
  readonly shown: (value: unknown) => string;
}

/** Functions of the host, which are synchronous and return text or an ArrayBuffer. */
export interface Host {
  readonly entry: (name: string) => string;
  readonly bodyText: (charset: string) => string;
  readonly bodyBytes: () => ArrayBuffer;
  readonly bodyBase64: () => string;
  /** Returns the messages of the response as JSON. */
  readonly messages: () => string;
  readonly note: (json: string) => void;
  readonly dynamicNames: () => string;
  readonly dynamicValue: (name: string) => string;
  readonly randomBytes: (count: string) => ArrayBuffer;
  readonly digest: (algorithm: string, data: ArrayBuffer) => ArrayBuffer;
  readonly fromBase64: (json: string) => ArrayBuffer;
  readonly uuid: () => string;
  /** See `globals/intl.ts`. */
  readonly intl: (json: string) => string;
  /** Milliseconds of a clock that never goes back, and its start as Epoch milliseconds. */
  readonly now: () => string;
  readonly timeOrigin: () => string;
  readonly collate: (one: string, other: string) => string;
}

/** Functions that `globals/web.ts` returns besides the globals. */
export interface Web {
  readonly buffer: (data: unknown) => ArrayBuffer;
  readonly decode: (data: unknown, label: string, isFatal: boolean) => string;
  readonly toBase64: (data: unknown) => string;
}

export interface Environment {
  readonly kernel: Kernel;
  readonly host: Host;
  readonly web: Web;
  /** Loads a module by the name that scripts require it by. */
  readonly load: (name: string) => unknown;
  /** The name of the global function that receives the script. */
  readonly scriptName: string;
}

export interface List {
  readonly all: () => readonly unknown[];
  readonly one: (name: string) => unknown;
  readonly get: (name: string) => unknown;
  readonly has: (name: string) => boolean;
  /** Options: skip disabled entries, keep the case of names, list all values, skip empty names. */
  readonly toObject: (enabled?: boolean, exact?: boolean, all?: boolean, named?: boolean) => object;
  readonly toJSON: () => readonly unknown[];
}

/** The parts of postman-collection that are used here. */
export interface Sdk {
  readonly Request: (new (definition?: unknown) => SdkRequest) & {
    readonly prototype: object;
    isRequest: (value: unknown) => boolean;
  };
  readonly Response: (new (definition: unknown) => object) & {
    readonly prototype: object;
    isResponse: (value: unknown) => boolean;
  };
  readonly Url: (new (definition?: unknown) => SdkUrl) & {
    isUrl: (value: unknown) => boolean;
    parse: (text: string) => { readonly query?: readonly unknown[]; readonly variable?: readonly unknown[] };
  };
  readonly RequestBody: new (definition: unknown) => object;
  readonly RequestAuth: new (definition: unknown) => object;
  readonly HeaderList: new (parent: unknown, headers: unknown) => List;
  readonly CookieList: new (parent: unknown, cookies: unknown) => List;
  readonly Cookie: new (definition: unknown) => { readonly value: unknown };
  readonly VariableList: new (parent: unknown, variables: unknown) => List;
}

export interface SdkUrl {
  readonly toString: (forced?: boolean) => string;
  readonly query: List;
  readonly variables: List;
}

export interface SdkRequest {
  method: string;
  readonly url: { readonly toString: () => string };
  readonly headers: List;
  readonly body?: { readonly toJSON: () => unknown };
  readonly auth?: { readonly toJSON: () => unknown };
  /** Sets the description. */
  readonly describe: (text: string) => void;
}

export interface Chai {
  readonly expect: (value: unknown) => { readonly to: unknown };
  readonly use: (plugin: unknown) => void;
}

/** Defines a property whose value is created when it is first read, and which can be replaced. */
export function defineLazy(target: object, name: string, make: () => unknown, enumerable = true): void {
  const settle = (value: unknown): void => {
    Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable });
  };
  Object.defineProperty(target, name, {
    get: () => {
      const value = make();
      settle(value);
      return value;
    },
    set: settle,
    configurable: true,
    enumerable,
  });
}

/** Defines such a property on a prototype, for all objects that have it; it is not enumerable. */
export function defineLazyForAll(prototype: object, name: string, make: (object: object) => unknown): void {
  const settle = (object: object, value: unknown): void => {
    Object.defineProperty(object, name, { value, writable: true, configurable: true, enumerable: false });
  };
  Object.defineProperty(prototype, name, {
    get(this: object) {
      const value = make(this);
      settle(this, value);
      return value;
    },
    set(this: object, value: unknown) {
      settle(this, value);
    },
    configurable: true,
    enumerable: false,
  });
}

/** A value that is created when it is first read. */
export interface Lazy<T> {
  (): T;
  /** Returns the value if it has been created, otherwise null. */
  readonly peek: () => T | null;
}

export function lazy<T>(make: () => T): Lazy<T> {
  let created: { readonly value: T } | null = null;
  const ask = (): T => (created ??= { value: make() }).value;
  return Object.assign(ask, { peek: () => created?.value ?? null });
}

/** Defines properties that a script cannot replace. */
export function defineFixed(target: object, values: Readonly<Record<string, () => unknown>>): void {
  for (const [name, get] of Object.entries(values))
    Object.defineProperty(target, name, { get, configurable: false, enumerable: true });
}

/** Decodes text from the host: plain text after `t`, JSON after `j`. */
export function decodeHostText(text: string): string {
  return text.startsWith('t') ? text.slice(1) : (JSON.parse(text.slice(1)) as string);
}
