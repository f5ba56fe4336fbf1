// The contract of a type of requests: its editors, what stands beside the URL, and how it is sent.
import type { ComponentType } from 'react';
import type { RequestType, RequestView } from '../fields.ts';
import type { PaneProps } from '../pane.ts';

/** An editor in a tab of its own. */
export interface PaneView {
  readonly id: string;
  readonly title: string;
  readonly Pane: ComponentType<PaneProps>;
  /** Returns the number beside the title; 0 is not shown. */
  readonly count?: (request: RequestView) => number;
}

/** A column beside the editors, such as the services of a server. */
export interface ColumnView {
  readonly title: string;
  readonly side: 'left' | 'right';
  readonly isOpenAtFirst: boolean;
  readonly Column: ComponentType<ColumnProps>;
}

export interface ColumnProps extends PaneProps {
  readonly where: { readonly collection?: string; readonly folder?: string };
}

export interface AddressField {
  readonly label: string;
  readonly value: string;
  readonly hint: string;
  readonly change: (value: string) => Partial<RequestView>;
}

export interface TypeView {
  readonly type: RequestType;
  /** In their order. The first is shown first. */
  readonly panes: readonly PaneView[];
  readonly urlHint: string;
  /** Returns the label of the button that sends. */
  readonly send: (request: RequestView) => string;
  /** Returns true for a request that opens a connection, which stays until it is closed. */
  readonly staysOpen?: (request: RequestView) => boolean;
  /** True where the response is below always. */
  readonly isStacked?: boolean;
  /** Returns false where something is missing without which it cannot be sent; by default the URL. */
  readonly canSend?: (request: RequestView) => boolean;
  /** Shown before the URL, and after it. */
  readonly Before?: ComponentType<PaneProps>;
  readonly After?: ComponentType<PaneProps>;
  readonly column?: ColumnView;
  /** Returns the fields with a step that expects a message; absent for a type without such steps. */
  readonly expecting?: (request: RequestView, text: string) => Partial<RequestView>;
  /** Returns the field that stands in place of the URL, such as the command of a program; null for the URL. */
  readonly address?: (request: RequestView) => AddressField | null;
}

export function defineType(view: TypeView): TypeView {
  return view;
}
