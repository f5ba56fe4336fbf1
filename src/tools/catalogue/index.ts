// The registry of debugging tools, one line each, listed in the order in which they see requests.
import { alerts } from './alerts/index.ts';
import { allowList } from './allow-list.ts';
import { blockList } from './block-list.ts';
import { breakpoint } from './breakpoint/index.ts';
import { dnsSpoofing } from './dns-spoofing.ts';
import { mapLocal } from './map-local/index.ts';
import { mapRemote } from './map-remote/index.ts';
import { mockSets } from './mock-sets/index.ts';
import { networkConditions } from './network-conditions.ts';
import { noCaching } from './no-caching.ts';
import { scripting } from './scripting/index.ts';

export const tools = [
  allowList,
  blockList,
  mapRemote,
  scripting,
  noCaching,
  breakpoint,
  networkConditions,
  mockSets,
  mapLocal,
  dnsSpoofing,
  alerts,
] as const;

export type ToolName = (typeof tools)[number]['name'];

/** Names of tools by the tag that a flow gets when they take part in it. */
export type ToolOfTag = { readonly [T in (typeof tools)[number] as T['title']]: T['name'] };
