// Variables outside collections, and the settings of a workspace.
import { z } from 'zod';
import { id, name, strict, text, variable } from './values.ts';

export const environment = strict({
  id,
  name: name.default('New Environment'),
  variables: z.array(variable).default([]).describe('Variables of the environment'),
});
export type Environment = z.output<typeof environment>;

export const globals = strict({
  variables: z.array(variable).default([]).describe('Variables for all collections of the workspace'),
});

export const workspaceFields = strict({
  name: name.default('Workspace'),
  activeEnvironment: text
    .nullable()
    .default(null)
    .describe('The id of the active environment; null for none'),
});
export type WorkspaceFields = z.output<typeof workspaceFields>;

/** Rows of named values, one for each iteration of a run. */
export interface Dataset {
  readonly name: string;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}
