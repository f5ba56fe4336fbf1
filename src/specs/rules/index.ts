// The registry of rules of our own, one line each. They apply whatever the ruleset says.
import type { SpecRule } from './contract.ts';
import { referenceLoop } from './reference-loop.ts';
import { serverVariables } from './server-variables.ts';

export const rules: readonly SpecRule[] = [referenceLoop, serverVariables];
