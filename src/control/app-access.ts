// The parts of the app that the API uses, when it runs under one.
import type { App } from '../app/app.ts';
import type { SessionCodes } from './session-codes.ts';

export interface AppAccess extends Pick<App, 'traffic' | 'changes' | 'onShow' | 'find'> {
  /** Codes by which browsers get the token. */
  readonly codes: SessionCodes;
}
