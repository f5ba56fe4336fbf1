// Types of what Bruno's names use: `pm` and the run.
import type { Chai, List, Sdk } from '../environment.ts';
import type { Run } from '../run.ts';
import type { ScriptInput } from '../script-data.ts';
import type { VariableScope } from '../scopes.ts';

export interface PmRequest {
  method: string;
  url: unknown;
  readonly headers: List & {
    readonly add: (header: object) => unknown;
    readonly upsert: (header: object) => unknown;
    readonly remove: (name: string) => unknown;
    readonly clear: () => unknown;
  };
  body?: unknown;
}

export interface PmResponse {
  readonly code: number;
  readonly status: string;
  readonly responseTime: number;
  readonly headers: List;
  readonly text: () => string;
  /** A Buffer of the body. */
  readonly stream: {
    readonly buffer: ArrayBuffer;
    readonly byteOffset: number;
    readonly byteLength: number;
  };
  readonly json: () => unknown;
  readonly size: () => { readonly body: number; readonly header: number; readonly total: number };
}

export interface CookieJar {
  readonly get: (url: string, name: string) => Promise<unknown>;
  readonly getAll: (url: string) => Promise<unknown>;
  readonly set: (url: string, cookie: object) => Promise<unknown>;
  readonly unset: (url: string, name: string) => Promise<unknown>;
  readonly clear: (url: string) => Promise<unknown>;
  readonly clearAll: () => Promise<void>;
}

export interface Pm {
  readonly environment: VariableScope;
  readonly globals: VariableScope;
  readonly collectionVariables: VariableScope;
  readonly iterationData: VariableScope;
  readonly variables: VariableScope;
  readonly request: PmRequest;
  readonly response: PmResponse | undefined;
  readonly cookies: List & { readonly jar: () => CookieJar };
  readonly sendRequest: (definition: object) => Promise<PmResponse>;
  readonly execution: { readonly runRequest: (request: unknown) => Promise<object> };
}

export interface BrunoParts {
  readonly pm: Pm;
  readonly run: Run;
  readonly input: () => ScriptInput;
  readonly sdk: Sdk;
  readonly chai: Chai;
  readonly define: (name: string, value: unknown) => void;
}
