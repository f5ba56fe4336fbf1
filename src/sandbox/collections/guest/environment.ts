// What our side of the sandbox is given when it is loaded, and the parts of foreign modules that it uses. Everything here
// runs in QuickJS: nothing of Node.js may be used, and modules must not need each other in a circle.

export interface Kernel {
  readonly hostCall: (name: string, value: unknown) => Promise<unknown>;
  /** JSON of name, message and stack. */
  readonly describe: (thrown: unknown) => string;
  readonly shown: (value: unknown) => string;
}

/** Functions of the host: at once, with text or an ArrayBuffer. */
export interface Host {
  readonly entry: (name: string) => string;
  readonly bodyText: (charset: string) => string;
  readonly bodyBytes: () => ArrayBuffer;
  readonly bodyBase64: () => string;
  readonly note: (json: string) => void;
  readonly dynamicNames: () => string;
  readonly dynamicValue: (name: string) => string;
  readonly randomBytes: (count: string) => ArrayBuffer;
  readonly digest: (algorithm: string, data: ArrayBuffer) => ArrayBuffer;
  readonly fromBase64: (json: string) => ArrayBuffer;
  readonly uuid: () => string;
}

/** What stands beside the globals of `globals/web.ts`. */
export interface Web {
  readonly buffer: (data: unknown) => ArrayBuffer;
  readonly decode: (data: unknown, label: string, isFatal: boolean) => string;
  readonly toBase64: (data: unknown) => string;
}

export interface Environment {
  readonly kernel: Kernel;
  readonly host: Host;
  readonly web: Web;
  /** A module by the name that it is required by. */
  readonly load: (name: string) => unknown;
  /** The global function that the script is handed to. */
  readonly scriptName: string;
}

export interface List {
  readonly all: () => readonly unknown[];
  readonly one: (name: string) => unknown;
  readonly get: (name: string) => unknown;
  readonly has: (name: string) => boolean;
  /** Without those that are disabled, by names as they are or in small letters, of all values, without empty names. */
  readonly toObject: (enabled?: boolean, exact?: boolean, all?: boolean, named?: boolean) => object;
  readonly toJSON: () => readonly unknown[];
}

/** Of postman-collection, as far as it is used here. */
export interface Sdk {
  readonly Request: (new (definition?: unknown) => SdkRequest) & {
    readonly prototype: object;
    isRequest: (value: unknown) => boolean;
  };
  readonly Response: { readonly prototype: object; isResponse: (value: unknown) => boolean };
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
}

export interface Chai {
  readonly expect: (value: unknown) => { readonly to: unknown };
  readonly use: (plugin: unknown) => void;
}

/** A property that is made when it is first looked at, and may be replaced. */
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

/** Made when it is first asked for. */
export interface Lazy<T> {
  (): T;
  /** Null while nobody has asked. */
  readonly peek: () => T | null;
}

export function lazy<T>(make: () => T): Lazy<T> {
  let created: { readonly value: T } | null = null;
  const ask = (): T => (created ??= { value: make() }).value;
  return Object.assign(ask, { peek: () => created?.value ?? null });
}

/** Properties that a script cannot replace, but for what their values hold. */
export function defineFixed(target: object, values: Readonly<Record<string, () => unknown>>): void {
  for (const [name, get] of Object.entries(values))
    Object.defineProperty(target, name, { get, configurable: false, enumerable: true });
}
