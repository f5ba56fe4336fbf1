// Variables outside collections, and the settings of a workspace.
import { z } from 'zod';
import { id, name, text, variable } from './values.ts';

export const environment = z.strictObject({
  id,
  name: name.default('New Environment'),
  variables: z.array(variable).default([]),
});
export type Environment = z.output<typeof environment>;

export const globals = z.strictObject({ variables: z.array(variable).default([]) });

export const workspaceFields = z.strictObject({
  name: name.default('Workspace'),
  /** The id of the active environment; null for none. */
  activeEnvironment: text.nullable().default(null),
});
export type WorkspaceFields = z.output<typeof workspaceFields>;

/** Rows of named values, one for each iteration of a run. */
export interface Dataset {
  readonly name: string;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}
