// The registry of tools.
import type { Toolset } from '../../session/methods/contract.ts';
import { controlTools } from './control.ts';
import type { Tool } from './contract.ts';
import { inputSchema, outputSchema, type ObjectSchema } from './json-schema.ts';
import { rpcTools } from './rpc.ts';
import { workspaceTools } from './workspace.ts';

export const tools: readonly Tool[] = [...controlTools, ...rpcTools, ...workspaceTools];

/** A tool as `tools/list` shows it. */
export interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
}

export function listedTool(tool: Tool): ListedTool {
  return {
    name: tool.name,
    description: tool.summary,
    inputSchema: inputSchema(tool),
    outputSchema: outputSchema(tool),
    annotations: {
      readOnlyHint: tool.effect === 'read',
      destructiveHint: tool.effect === 'destructive',
      idempotentHint: tool.effect === 'read' || tool.hints.includes('idempotent'),
      openWorldHint: tool.hints.includes('open world'),
    },
  };
}

/** Returns the tools of these sets, in the order of the list. */
export function selectedTools(toolsets: ReadonlySet<Toolset>): readonly Tool[] {
  return tools.filter(({ toolset }) => toolsets.has(toolset));
}
