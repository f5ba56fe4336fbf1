// The registry of screens, in the order of the rail.
import type { Screen } from './contract.ts';
import { breakpoints } from './breakpoints/index.ts';
import { insights } from './insights/index.ts';
import { settings } from './settings/index.ts';
import { setup } from './setup/index.ts';
import { tools } from './tools/index.ts';
import { traffic } from './traffic/index.ts';

export type { Screen } from './contract.ts';

export const screens: readonly Screen[] = [traffic, breakpoints, tools, insights, setup, settings];
