// Variables that belong to no collection, and the settings of a workspace.
import { z } from 'zod';
import { id, name, text, variable } from './values.ts';

export const environment = z.strictObject({
  id,
  name: name.default('New Environment'),
  variables: z.array(variable).default([]),
});
export type Environment = z.output<typeof environment>;

export const globals = z.strictObject({ variables: z.array(variable).default([]) });
export type Globals = z.output<typeof globals>;

export const workspaceFields = z.strictObject({
  name: name.default('Workspace'),
  /** Id of the active environment; null for none. */
  activeEnvironment: text.nullable().default(null),
});
export type WorkspaceFields = z.output<typeof workspaceFields>;

/** Rows of named values: one iteration each. */
export interface Dataset {
  readonly name: string;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/** A description of an API as it was imported. */
export interface SpecDocument {
  readonly id: string;
  readonly name: string;
  /** The document, unchanged. */
  readonly text: string;
  /** Where it came from, and what was made of it. */
  readonly source: string;
  readonly collectionId: string | null;
}
