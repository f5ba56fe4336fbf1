// What the API needs of the app, where it runs under one.
import type { App } from '../app/app.ts';
import type { SessionCodes } from './session-codes.ts';

export interface AppAccess extends Pick<App, 'traffic' | 'changes' | 'onShow' | 'find'> {
  /** For browsers that are to get the token. */
  readonly codes: SessionCodes;
}
