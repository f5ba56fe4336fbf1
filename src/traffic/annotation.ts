// The user's annotation of a captured flow: a color, a comment, a pin.
import type { FlowColor } from '../flow/colors.ts';
import type { Flow } from '../flow/flow.ts';

/** A change of the user's annotation of a flow. Missing keys stay as they are. */
export interface Annotation {
  /** Null for none. */
  readonly color?: FlowColor | null;
  /** Empty for none. */
  readonly comment?: string;
  /** True when the flow is not evicted. */
  readonly pinned?: boolean;
}

/** Applies a change. */
export function annotateFlow(flow: Flow, { color, comment, pinned }: Annotation): void {
  if (color !== undefined) flow.color = color;
  if (comment !== undefined) flow.comment = comment;
  if (pinned !== undefined) flow.pinned = pinned;
}

/** True for a flow with an annotation. */
export function isAnnotated({ pinned, color, comment }: Flow): boolean {
  return pinned || color !== null || comment !== '';
}
