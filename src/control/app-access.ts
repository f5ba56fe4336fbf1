// The parts of the app that the API uses, when it runs under one.
import type { App } from '../app/app.ts';
import type { SessionCodes } from './session-codes.ts';
import type { UiFiles } from './ui-page/files.ts';
import type { UiMode } from './ui-page/index.ts';

/** The needs of the pages of the web UI. */
export interface UiPage {
  /** Codes by which browsers get the token. */
  readonly codes: SessionCodes;
  /** Returns the files of the web UI, once they are ready. Rejects with the reason why it could not be built. */
  readonly ui: () => Promise<UiFiles>;
  readonly mode: UiMode;
}

export interface AppAccess
  extends
    Pick<
      App,
      | 'channels'
      | 'traffic'
      | 'trafficFiles'
      | 'changes'
      | 'onShow'
      | 'onWorkspace'
      | 'find'
      | 'appIcon'
      | 'openPipe'
    >,
    Omit<UiPage, 'mode'> {
  /** Returns the HTML of a page that a window looks at before it is published; null for one that is not kept. */
  readonly previewOf: (id: string) => string | null;
  /** Ends the app in order; has no effect a second time. */
  readonly stop: () => void;
  /** Differs from one start of the app to the next, so that pages notice a restart. */
  readonly instance: string;
}
