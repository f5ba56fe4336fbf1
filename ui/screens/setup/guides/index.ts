// Every guide, in the order of the sidebar.
import { browser, terminal, thisComputer } from './computer.ts';
import type { Guide } from './contract.ts';
import { android, ios, simulator } from './devices.ts';
import { docker, java, other } from './runtimes.ts';

export type { CertificateFile, Guide, Step, StepPart } from './contract.ts';

export const guides: readonly Guide[] = [
  thisComputer,
  browser,
  terminal,
  ios,
  simulator,
  android,
  java,
  docker,
  other,
];

export const groups = [
  ['computer', null],
  ['devices', 'Devices'],
  ['runtimes', 'Runtimes'],
] as const;
