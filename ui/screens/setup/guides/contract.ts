// The contract of a guide: steps with commands, composed from facts.
import type { LucideIcon } from 'lucide-react';
import type { ClientTarget } from '../../../../src/session/methods/ui-types.ts';
import type { Facts } from '../model/facts.ts';
import type { Check, Source } from '../model/clients.ts';

/** A part of a step: text, commands, buttons or files. */
export type StepPart =
  | { readonly type: 'command'; readonly text: string; /** Above it. */ readonly label?: string }
  | { readonly type: 'values'; readonly rows: readonly (readonly [name: string, value: string])[] }
  | { readonly type: 'text'; readonly text: string }
  /** Buttons that start the installed programs among these. */
  | { readonly type: 'start'; readonly targets: readonly ClientTarget[] }
  /** The switch of the system proxy. */
  | { readonly type: 'systemProxy' }
  | { readonly type: 'link'; readonly href: string; readonly title: string }
  /** The certificate page as a QR code and URL, and the file for this device. */
  | { readonly type: 'page'; readonly file: CertificateFile; readonly device: string }
  | { readonly type: 'download'; readonly files: readonly CertificateFile[] };

export type CertificateFile = 'mobileconfig' | 'crt' | 'pem' | 'der';

/** A step of a guide. */
export interface Step {
  readonly title: string;
  readonly text?: string;
  /** Present when the app can tell. */
  readonly isDone?: boolean;
  readonly parts?: readonly StepPart[];
}

/** A guide that sends the traffic of one kind of client through the proxy. */
export interface Guide {
  /** The id in the URL and in the method `open`. */
  readonly id: Source;
  readonly title: string;
  readonly icon: LucideIcon;
  readonly group: 'computer' | 'devices' | 'runtimes';
  readonly summary: string;
  /** True when the traffic comes from another address, so that other devices must be able to connect. */
  readonly isRemote: boolean;
  readonly steps: (facts: Facts, check: Check) => readonly Step[];
}
