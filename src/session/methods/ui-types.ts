// The types that the web UI imports from other rooms, and the types of the methods that it calls.
import type { z } from 'zod';
import type { Methods } from './index.ts';

export type { FlowSummary } from '../../flow/summary.ts';
export type {
  BodyDetail,
  BinaryBodyDetail,
  FlowDetail,
  MessageDetail,
  RequestDetail,
  ResponseDetail,
} from '../../flow/detail.ts';
export type { AgentRun, AgentStep } from '../../agents/index.ts';
export type { Occurrence } from '../../flow/search/index.ts';
export type { FlowColor } from '../../flow/colors.ts';
export type { MatchedRule } from '../../flow/flow.ts';
export type { Header } from '../../flow/message.ts';
export type { GrpcMessageDetail } from '../../flow/grpc.ts';
export type { ServerSentEventDetail } from '../../flow/server-sent-events.ts';
export type { FlowTiming } from '../../flow/timing.ts';
export type { WebSocketMessageDetail } from '../../flow/web-socket-log.ts';
export type { RuleExplanation } from '../../tools/explain.ts';
export type { ToolName, ToolOfTag } from '../../tools/catalogue/index.ts';
export type { ExportNames } from '../../traffic/formats/index.ts';
export type { EndpointFigures } from '../../traffic/insights/sections/endpoints.ts';
export type { TrafficPerformance } from '../../traffic/insights/sections/performance/index.ts';
export type { TrafficSchemas } from '../../traffic/insights/sections/schema.ts';
export type { TrafficSecrets } from '../../traffic/insights/sections/secrets.ts';
export type { TrafficSecurity } from '../../traffic/insights/sections/security/index.ts';
export type { TrafficSummary } from '../../traffic/insights/sections/summary.ts';
export type { TreeObject } from '../../collections/objects/tree.ts';
export type { ObjectKind } from '../../collections/objects/object-kinds.ts';
export type { SavedLoadTest } from '../../collections/model/load-test.ts';
export type { RunConfiguration } from '../../collections/model/run-configuration.ts';
export type { RunTotals } from '../../runs/runner/events.ts';
export type { RunRow } from '../live/run-row.ts';
export type { WorkspaceEvent } from '../client-files/events.ts';
export type { Settings } from '../settings/schema.ts';
export type { ClientTarget, UiLocation } from './context.ts';

export type MethodName = keyof Methods;
/** The parameters of a method, as the caller passes them. */
export type ParamsOf<N extends MethodName> = z.input<Methods[N]['params']>;
export type ResultOf<N extends MethodName> = z.output<Methods[N]['result']>;
