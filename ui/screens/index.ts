// The registry of screens, in the order of the rail.
import { isViewer } from '../state/mode.ts';
import type { Screen } from './contract.ts';
import { breakpoints } from './breakpoints/index.ts';
import { client } from './client/index.ts';
import { insights } from './insights/index.ts';
import { mcp } from './mcp/index.ts';
import { settings } from './settings/index.ts';
import { setup } from './setup/index.ts';
import { tools } from './tools/index.ts';
import { traffic } from './traffic/index.ts';

export type { Screen } from './contract.ts';

const all: readonly Screen[] = [traffic, breakpoints, tools, insights, client, setup, mcp, settings];

export const screens = isViewer ? all.filter(({ inViewer }) => inViewer) : all;
