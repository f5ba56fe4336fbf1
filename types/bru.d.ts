// Types of the names that scripts of Bruno have, for editors: `/// <reference types="proxyctl/types/bru" />`.

interface BruResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Record<string, string>;
  readonly data: any;
}

interface BruRequestConfig {
  url: string;
  method?: string;
  headers?: Record<string, string>;
  params?: Record<string, unknown>;
  data?: unknown;
}

interface Bru {
  getVar(name: string): any;
  setVar(name: string, value: unknown): void;
  hasVar(name: string): boolean;
  deleteVar(name: string): void;
  deleteAllVars(): void;
  getAllVars(): Record<string, any>;
  getEnvVar(name: string): any;
  setEnvVar(name: string, value: unknown, options?: { persist?: boolean }): void;
  hasEnvVar(name: string): boolean;
  deleteEnvVar(name: string): void;
  getAllEnvVars(): Record<string, any>;
  getEnvName(): string | undefined;
  getGlobalEnvVar(name: string): any;
  setGlobalEnvVar(name: string, value: unknown): void;
  getCollectionVar(name: string): any;
  hasCollectionVar(name: string): boolean;
  getFolderVar(name: string): any;
  getRequestVar(name: string): any;
  /** Of the file `.env` beside the collection. */
  getProcessEnv(name: string): string | undefined;
  interpolate<T>(text: T): T;
  setNextRequest(name: string | null): void;
  readonly runner: {
    setNextRequest(name: string | null): void;
    skipRequest(): void;
    stopExecution(): void;
    readonly iterationIndex: number;
    readonly totalIterations: number;
    readonly iterationData: { get(name: string): any; has(name: string): boolean };
  };
  sendRequest(
    request: string | BruRequestConfig,
    callback?: (error: unknown, response?: BruResponse) => unknown,
  ): Promise<BruResponse>;
  /** Runs a request of the collection by its path, such as `users/Login`. */
  runRequest(path: string): Promise<BruResponse>;
  readonly cookies: any;
  sleep(ms: number): Promise<void>;
  getCollectionName(): string;
  isSafeMode(): boolean;
  cwd(): string;
  getTestResults(): Promise<any>;
  getAssertionResults(): Promise<any>;
  readonly utils: { minifyJson(text: unknown): string; minifyXml(text: string): string };
}

interface BruSentRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: any;
  readonly name: string;
  readonly tags: readonly string[];
  getUrl(): string;
  setUrl(url: string): void;
  getHost(): string;
  getPath(): string;
  getQueryString(): string;
  getPathParams(): readonly object[];
  getMethod(): string;
  setMethod(method: string): void;
  getHeader(name: string): string | undefined;
  setHeader(name: string, value: string): void;
  getHeaders(): Record<string, string>;
  setHeaders(headers: Record<string, string>): void;
  deleteHeader(name: string): void;
  getBody(options?: { raw?: boolean }): any;
  setBody(body: unknown, options?: { raw?: boolean }): void;
  getName(): string;
  getTags(): string[];
  getAuthMode(): string;
  setTimeout(ms: number): void;
  setMaxRedirects(count: number): void;
  skip(): never;
}

interface BruReceivedResponse {
  /** Returns the value at a path of the body, such as `items[0].name`. */
  (path: string): any;
  readonly status: number;
  readonly statusText: string;
  readonly headers: Record<string, string>;
  readonly body: any;
  /** Milliseconds. */
  readonly responseTime: number;
  getStatus(): number;
  getStatusText(): string;
  getHeader(name: string): string | undefined;
  getHeaders(): Record<string, string>;
  getBody(): any;
  setBody(body: unknown): void;
  getResponseTime(): number;
  getSize(): { readonly header: number; readonly body: number; readonly total: number };
  getUrl(): string;
}

declare const bru: Bru;
declare const req: BruSentRequest;
/** After the request. */
declare const res: BruReceivedResponse;
declare function test(name: string, run: () => unknown): void;
declare function expect(value: unknown, message?: string): any;
declare const assert: any;
