// The colors that users and alerts give to requests.

export const FLOW_COLORS = ['red', 'orange', 'yellow', 'green', 'blue', 'purple', 'gray'] as const;
export type FlowColor = (typeof FLOW_COLORS)[number];
