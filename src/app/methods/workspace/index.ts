// The registry of operations on the workspace. A new one is one file in a group and its line here.
import type { z } from 'zod';
import type { Method } from '../contract.ts';
import { listCollections } from './collections/list-collections.ts';
import type { WorkspaceOwner } from './context.ts';
import { workspaceInfo } from './general/workspace-info.ts';

export const allWorkspaceMethods = [workspaceInfo, listCollections] as const;

/** The operations on the workspace, which need no app: `dispatcher(workspaceMethods, {workspace})` runs them. */
export const workspaceMethods = allWorkspaceMethods as readonly Method[] as readonly Method<
  z.ZodObject,
  z.ZodType,
  string,
  WorkspaceOwner
>[];
