// The schemas of runs of AI agents, as the page gets them.
import { z } from 'zod';

const count = z.number();
const amount = z.object({ amount: z.number(), currency: z.string() });
const joinedBy = z.enum([
  'start',
  'conversation',
  'tool call',
  'trace',
  'MCP session',
  'process',
  'parent process',
  'program',
]);

export const listedRun = z.object({
  id: count,
  name: z.string(),
  program: z.string().nullable(),
  process: z.string().nullable(),
  startedAt: z.number(),
  endedAt: z.number(),
  totals: z.object({
    steps: count,
    models: count,
    tools: count,
    mcp: count,
    http: count,
    durationMs: z.number(),
    input: count,
    cachedInput: count,
    cacheWrite: count,
    output: count,
    tokens: count,
    costs: z.array(amount).readonly(),
    unpriced: count,
    unpricedModels: z.array(z.string()).readonly(),
    errors: count,
    refused: count,
  }),
  joinedBy: z.array(joinedBy).readonly(),
});

const model = z.object({
  provider: z.string(),
  operation: z.string(),
  answeredBy: z.string().nullable(),
  finish: z.string().nullable(),
  input: count.nullable(),
  cachedInput: count.nullable(),
  cacheWrite: count.nullable(),
  output: count.nullable(),
  reasoning: count.nullable(),
  cost: amount.nullable(),
  firstTokenMs: z.number().nullable(),
});

const step = z.object({
  number: count,
  parent: count.nullable(),
  depth: count,
  kind: z.enum(['model', 'tool', 'mcp', 'http']),
  name: z.string(),
  what: z.string(),
  exchange: count.nullable(),
  callId: z.string().nullable(),
  startedAt: z.number(),
  durationMs: z.number().nullable(),
  outcome: z.enum(['ok', 'error', 'refused', 'cut', 'open']),
  reason: z.string(),
  joinedBy,
  model: model.nullable(),
  result: z.string().nullable(),
});

export const wholeRun = listedRun.extend({ steps: z.array(step).readonly() });
