// The contract of what a connection sends: steps of a WebSocket, events of Socket.IO, messages of gRPC.
import type { ComponentType } from 'react';
import type { VariableSource } from '../../../../../editor/variable-source.ts';
import type { Outgoing } from '../../../connections/index.ts';
import type { RequestView } from '../../fields.ts';

export interface StepEditorProps<S> {
  readonly step: S;
  /** Names the editor, such as `Step 2`. */
  readonly label: string;
  readonly variables: VariableSource;
  readonly onChange: (step: S) => void;
}

export interface StepKind<S> {
  readonly title: string;
  readonly note: string;
  readonly read: (request: RequestView) => readonly S[];
  readonly write: (request: RequestView, steps: readonly S[]) => Partial<RequestView>;
  /** The steps that can be added; the first is for a new message. */
  readonly adds: readonly [Addable<S>, ...(readonly Addable<S>[])];
  readonly row: (step: S) => { readonly action: string; readonly text: string; readonly note: string };
  readonly Editor: ComponentType<StepEditorProps<S>>;
  /** Returns the message of a step that can be sent alone; null for one that cannot. */
  readonly outgoing: (step: S) => Outgoing | null;
  /** The label of the button that sends it. */
  readonly send: string;
}

interface Addable<S> {
  readonly title: string;
  readonly step: S;
}
