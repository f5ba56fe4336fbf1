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

/** The flows of a list that are annotated one after another. */
interface Annotated {
  selected(isAsked: (id: number) => boolean): AsyncIterable<Flow>;
  annotate(flow: Flow, change: Annotation): void;
  settled(): Promise<boolean>;
}

/** The flows that are annotated before the session file has them: memory is bounded. */
const MAX_AHEAD = 2000;

/** Applies a change to all flows whose ids pass a test, and returns how many there are. Other work goes on meanwhile. */
export async function annotateAll(
  list: Annotated,
  isAsked: (id: number) => boolean,
  change: Annotation,
): Promise<number> {
  let count = 0;
  for await (const flow of list.selected(isAsked)) {
    list.annotate(flow, change);
    count += 1;
    if (count % MAX_AHEAD === 0) await list.settled();
  }
  return count;
}

/** True for a flow with an annotation. */
export function isAnnotated({ pinned, color, comment }: Flow): boolean {
  return pinned || color !== null || comment !== '';
}
