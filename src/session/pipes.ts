// The pipes of a session, as those know them who pass their bytes on.
export type { Direction, McpPipe, PipeWrite } from '../proxy/pipe/index.ts';
