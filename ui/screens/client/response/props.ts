// The properties of the pane of the response.
import type { ReactNode } from 'react';
import type { RequestFields, SendOptions, Where } from '../sends/index.ts';

export interface ResponsePaneProps {
  readonly tab: string;
  readonly request: RequestFields;
  readonly where: Where;
  readonly onSend: () => void;
  /** Shown at the end of the head. */
  readonly actions?: ReactNode;
}

/** Sends again as it was sent, or connects again, with other options or a changed request. */
export type Resend = (options: SendOptions, changed?: RequestFields) => void;
