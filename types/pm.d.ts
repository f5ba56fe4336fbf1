// Types of the names that scripts of collections have, for editors: `/// <reference types="proxyctl/types/pm" />`.

/** A scope of variables. Values may be anything that JSON can express. */
interface PmVariables {
  get(name: string): any;
  set(name: string, value: unknown): void;
  has(name: string): boolean;
  unset(name: string): void;
  clear(): void;
  toObject(): Record<string, any>;
  /** Replaces `{{name}}` and dynamic variables such as `{{$guid}}`. */
  replaceIn<T>(template: T): T;
}

interface PmHeader {
  key: string;
  value: string;
  disabled?: boolean;
}

interface PmHeaderList {
  get(name: string): string | undefined;
  has(name: string): boolean;
  add(header: PmHeader): void;
  upsert(header: PmHeader): void;
  remove(name: string): void;
  all(): PmHeader[];
  each(run: (header: PmHeader) => void): void;
  toObject(): Record<string, string>;
}

interface PmUrl {
  protocol?: string;
  host: string[];
  path: string[];
  getPath(): string;
  getHost(): string;
  getQueryString(): string;
  addQueryParams(query: string | readonly { key: string; value: string }[]): void;
  removeQueryParams(names: string | readonly string[]): void;
  toString(): string;
}

interface PmRequest {
  method: string;
  readonly url: PmUrl;
  readonly headers: PmHeaderList;
  body?: any;
  auth?: any;
  readonly name?: string;
  readonly id?: string;
  addHeader(header: PmHeader): void;
  removeHeader(name: string): void;
  upsertHeader(header: PmHeader): void;
  addQueryParams(query: string | readonly { key: string; value: string }[]): void;
  getHeaders(): Record<string, string>;
}

/** A request for `pm.sendRequest`. */
interface PmRequestDefinition {
  url: string;
  method?: string;
  header?: Record<string, string> | readonly PmHeader[] | string;
  body?: {
    mode: 'raw' | 'urlencoded' | 'formdata' | 'file' | 'graphql';
    raw?: string;
    urlencoded?: readonly PmHeader[] | string;
    formdata?: readonly { key: string; value?: string; src?: string; type?: string }[];
    graphql?: { query: string; variables?: string | object };
  };
  auth?: object;
}

/** Messages of a stream or a connection. */
interface PmMessages {
  all(): { data: any; timestamp: string; type?: string }[];
  idx(index: number): { data: any } | undefined;
}

interface PmResponse {
  /** The status, such as 200. */
  readonly code: number;
  /** The reason, such as `OK`. */
  readonly status: string;
  readonly headers: PmHeaderList;
  /** Milliseconds. */
  readonly responseTime: number;
  /** Bytes of the body. */
  readonly responseSize: number;
  readonly trailers: PmHeaderList;
  readonly messages: PmMessages;
  text(): string;
  json(): any;
  reason(): string;
  /** Expectations, such as `pm.response.to.have.status(200)`. */
  readonly to: any;
}

interface PmCookie {
  readonly name: string;
  readonly value: string;
  readonly domain?: string;
  readonly path?: string;
}

interface PmCookieJar {
  get(url: string, name: string): Promise<string | undefined>;
  getAll(url: string): Promise<PmCookie[]>;
  set(url: string, cookie: string | PmCookie, value?: string): Promise<PmCookie>;
  unset(url: string, name: string): Promise<void>;
  clear(url: string): Promise<void>;
}

interface PmCookies {
  get(name: string): string | undefined;
  has(name: string): boolean;
  toObject(): Record<string, string>;
  jar(): PmCookieJar;
}

interface PmTest {
  /** A test. It fails with what it throws, also after a while; `done` ends one that waits. */
  (name: string, run: (done: (error?: unknown) => void) => unknown): void;
  skip(name: string, run?: (done: (error?: unknown) => void) => unknown): void;
  index(): number;
}

interface PmExecution {
  /** Chooses the request that follows, by name or id; null ends the iteration. */
  setNextRequest(name: string | null): void;
  /** Ends the script, and does not send the request. Only before it. */
  skipRequest(): never;
  /** Names of the collection, the folders and the request. */
  readonly location: readonly string[] & { readonly current: string };
  /** Runs a request of the collection by its id, path or name, with its scripts. */
  runRequest(request: string, options?: { variables?: Record<string, unknown> }): Promise<PmResponse>;
}

/** Secrets of the workspace. */
interface PmVault {
  get(name: string): Promise<string | undefined>;
  set(name: string, value: string): Promise<void>;
  unset(name: string): Promise<void>;
}

interface Pm {
  readonly info: {
    readonly eventName: 'prerequest' | 'test';
    /** Counted from 0. */
    readonly iteration: number;
    readonly iterationCount: number;
    readonly requestName: string;
    readonly requestId: string;
  };
  readonly environment: PmVariables & { readonly name: string };
  readonly globals: PmVariables;
  readonly collectionVariables: PmVariables;
  /** All variables; those that are set here last until the end of the run. */
  readonly variables: PmVariables;
  /** The row of the data of this iteration. */
  readonly iterationData: PmVariables;
  readonly request: PmRequest;
  /** After the request. */
  readonly response: PmResponse;
  readonly cookies: PmCookies;
  readonly test: PmTest;
  /** Chai's `expect`. */
  expect(value: unknown, message?: string): any;
  sendRequest(request: string | PmRequestDefinition): Promise<PmResponse>;
  sendRequest(
    request: string | PmRequestDefinition,
    callback: (error: Error | null, response: PmResponse, extra?: { cookies: PmCookies }) => void,
  ): void;
  readonly execution: PmExecution;
  readonly vault: PmVault;
  /** Loads a module of the collection by its path. */
  require(path: string): any;
  readonly visualizer: { set(template: string, data?: object): void; clear(): void };
}

declare const pm: Pm;
declare function require(name: string): any;
declare const _: any;
declare const CryptoJS: any;
declare const cheerio: any;
declare const tv4: any;
declare const moment: any;
declare function xml2Json(text: string): any;
