// The captured requests: a filtered list, one in full, and replay.
import { agentRunLookUp } from '../../session/agent-run-look-up.ts';
import type { Engine } from '../../session/engine/index.ts';
import { messageOf } from '../../base/errors.ts';
import type { LocalResponse } from '../../base/local-http.ts';
import { flowDetail } from '../../flow/detail.ts';
import { parseFilter } from '../../flow/filter/index.ts';
import type { Flow } from '../../flow/flow.ts';
import type { ProtoCatalogue } from '../../flow/proto-catalogue.ts';
import { parseFlowQuery, selectFlows } from '../../flow/query.ts';
import { flowTest } from '../../flow/search/index.ts';
import { flowSummary } from '../../flow/summary.ts';
import { failure, json } from '../response.ts';
import type { Call, Endpoint } from '../endpoint.ts';
import { invalidFilter } from './search.ts';

export function flowEndpoints(engine: Engine): readonly Endpoint[] {
  return [
    { type: 'path', method: 'GET', path: '/api/flows', respond: (call) => list(engine, call) },
    detailEndpoint(engine.protos),
    { type: 'flow', method: 'POST', path: '/replay', respond: (flow, call) => replay(engine, flow, call) },
  ];
}

export function detailEndpoint(protos: ProtoCatalogue): Endpoint {
  return {
    type: 'flow',
    method: 'GET',
    path: '',
    respond: async (flow) => json(200, await flowDetail(flow, protos)),
  };
}

async function list(engine: Engine, { query: params, request }: Call): Promise<LocalResponse> {
  const query = parseFlowQuery(params);
  if (query.type === 'invalid') return failure(400, `${query.parameter}: ${query.message}`);
  const filter = parseFilter(query.filter);
  if (filter.type === 'invalid') return invalidFilter(filter);
  const runOf = await agentRunLookUp(filter, engine.flows);
  const isKept = query.filter === '' ? null : flowTest(filter, request.signal, runOf);
  return json(200, (await selectFlows(engine.flows.list(), query, isKept)).map(flowSummary));
}

async function replay(engine: Engine, flow: Flow, { request }: Call): Promise<LocalResponse> {
  let again: Flow;
  try {
    again = await engine.replay(flow, request.signal);
  } catch (error) {
    return failure(422, messageOf(error));
  }
  return json(200, await flowDetail(again, engine.protos));
}
