// Options of a run.
import type { ShowPage } from '../../requests/auth/contract.ts';
import type { ProxyQuery } from '../../net/proxy-routes/proxy-route.ts';
import type { TrustOf } from '../../net/trust.ts';
import type { Collection } from '../../collections/model/collection.ts';
import type { Environment } from '../../collections/model/environment.ts';
import type { Variable } from '../../collections/model/values.ts';
import type { ModelPrices } from '../../collections/model/model-price.ts';
import type { OnConnecting } from '../../requests/http/sender.ts';
import type { AllowProgram, OpenConnection } from '../../requests/protocols/contract.ts';
import type { BodyFiles } from '../../requests/http/body-file.ts';
import type { WatchExchange } from '../../requests/http/exchange-steps.ts';
import type { Message } from '../../requests/response.ts';
import type { OnScriptOutput, PlaceOf, Reporter } from './events.ts';

/** A part of an iteration. */
export interface PickedIteration {
  /** Counted from 0, among all iterations of the whole run: it decides the row of data. */
  readonly iteration: number;
  readonly requests: readonly string[];
}

/** A part of a run that several machines share. */
export interface Shard {
  /** Counted from 1. */
  readonly index: number;
  readonly total: number;
}

export interface RunOptions {
  readonly collection: Collection;
  /** Names or ids of folders and requests to run; empty for the whole collection. */
  readonly only: readonly string[];
  /** Runs only requests with one of these tags, or below a folder with one; empty for all. */
  readonly tags?: readonly string[] | undefined;
  /** Leaves out requests with one of these tags, or below a folder with one. */
  readonly excludeTags?: readonly string[] | undefined;
  /** True to run them in the order of `only`, and one that is named twice, twice. */
  readonly isOrdered?: boolean | undefined;
  /** Iterations with the ids of what each sends, in place of `only` and `iterations`, such as what has failed before. */
  readonly picked?: readonly PickedIteration[] | undefined;
  readonly environment: Environment | null;
  readonly globals: readonly Variable[];
  /** Rows of data, one for each iteration; further iterations use the last one. */
  readonly data: readonly Readonly<Record<string, unknown>>[];
  /** Null for one iteration per row of data, and at least one. */
  readonly iterations: number | null;
  /** Milliseconds between requests. */
  readonly delayMs: number;
  /** The part of the run to do; undefined for all of it. */
  readonly shard?: Shard | undefined;
  /** The number of times that a request is sent again after an error of the network; 0 by default. */
  readonly retries?: number | undefined;
  /** True to count a status of an error as a failed test, for requests without tests. */
  readonly failsOnStatus?: boolean | undefined;
  /** Returns the place of a request in files; null where it is not known. */
  readonly placeOf?: PlaceOf | undefined;
  /** True to stop at the first error or failed test. */
  readonly bail: boolean;
  /** The timeout of every request in milliseconds; null to use that of each request. */
  readonly timeoutMs: number | null;
  /** The time of every script in milliseconds, without waiting; null for the default. */
  readonly scriptTimeoutMs: number | null;
  /** True to verify no certificate. */
  readonly insecure: boolean;
  /** True to follow no redirects, whatever requests say. */
  readonly ignoreRedirects?: boolean | undefined;
  /** Trust towards servers and certificates for them; by default those of Node.js and the system. */
  readonly trust?: TrustOf | undefined;
  /** Cookies to begin with, as `CookieStore.toJSON` writes them; a store is used itself. */
  readonly cookies?: unknown;
  /** The number of concurrent iterations, each with its own variables and cookies. */
  readonly parallel: number;
  readonly reporters: readonly Reporter[];
  /** Folders that may contain files to send. */
  readonly fileRoots: readonly string[];
  /** True to count a run as failed in which a script ended an iteration before its last request. */
  readonly failsOnEarlyEnd?: boolean | undefined;
  /** Decides about programs that requests start; by default those of which the user has said so once. */
  readonly allowProgram?: AllowProgram | undefined;
  /** Prices of language models; none by default. */
  readonly modelPrices?: ModelPrices | undefined;
  /** Environment variables, which may name proxies. */
  readonly processEnvironment: Readonly<Record<string, string | undefined>>;
  /** Returns true for servers that are reached without the proxy of these variables. */
  readonly goesDirect?: ((server: ProxyQuery) => boolean) | undefined;
  /** Opens a page for the user, when there is one at the terminal. */
  readonly showPage?: ShowPage | undefined;
  /** Receives the messages of requests when they are sent or have arrived. */
  readonly onMessage?: ((message: Message) => void) | undefined;
  /** Receives what scripts print and test while they run. */
  readonly onScriptOutput?: OnScriptOutput | undefined;
  /** Receives connections that stay open, see `ProtocolContext`. */
  readonly onOpen?: ((connection: OpenConnection) => void) | undefined;
  /** Receives the steps of every exchange on the wire. */
  readonly watchExchange?: WatchExchange | undefined;
  /** Called when a name is looked up, an address is connected to, and TLS begins. */
  readonly onConnecting?: OnConnecting | undefined;
  /** Takes response bodies that are too large for memory; by default they stay there. */
  readonly bodyFiles?: BodyFiles | undefined;
  /** Tokens and the like of earlier runs, to reuse and to add to. */
  readonly authCache?: Map<string, unknown> | undefined;
  /** True to end a script that runs when `signal` is aborted, instead of waiting for it. */
  readonly interruptsScripts?: boolean | undefined;
  /** Stops the run after the request in progress. */
  readonly finish?: AbortSignal | undefined;
  /** Stops the run in an orderly way. */
  readonly signal?: AbortSignal | undefined;
}
