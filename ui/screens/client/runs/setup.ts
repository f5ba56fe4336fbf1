// The set-up of a run, as its tab has it: of a saved configuration its draft, of a collection what was chosen last.
import type { RunConfiguration } from '../../../../src/session/methods/ui-types.ts';
import { createPreference } from '../../../state/preferences.ts';
import { useStore } from '../../../state/store.ts';
import { editObject, useObject } from '../model/objects.ts';
import type { OpenObject } from '../model/open-object.ts';
import { ownTab } from '../model/tabs.ts';
import { keyParts } from '../model/workspace.ts';
import type { RunParams } from './live.ts';

/** The options that a configuration has in its file. */
export type RunSetup = Omit<RunConfiguration, 'id' | 'name'>;

/** Options that depend on where the run takes place, and are in no file. */
export interface RunHere {
  readonly throughProxy: boolean;
  /** Leaves what scripts set. */
  readonly keepsValues: boolean;
  readonly keepsAllBodies: boolean;
  /** Runs again when files of the workspace change. */
  readonly watches: boolean;
}

export const DEFAULTS: RunSetup = {
  collection: '',
  only: [],
  isOrdered: false,
  environment: null,
  dataset: null,
  iterations: null,
  parallel: 1,
  delayMs: 0,
  timeoutMs: null,
  totalTimeoutMs: null,
  scriptTimeoutMs: null,
  bail: false,
  failsOnEarlyEnd: false,
  ignoreRedirects: false,
  insecure: false,
  allowBroken: false,
  envVars: {},
  globalVars: {},
  reports: [],
};
const HERE: RunHere = { throughProxy: true, keepsValues: false, keepsAllBodies: false, watches: false };
/** Tabs whose choices are remembered. */
const MAX_REMEMBERED = 100;

interface Remembered {
  readonly setup?: Partial<RunSetup>;
  readonly here?: Partial<RunHere>;
}

const remembered = createPreference<Readonly<Record<string, Remembered>>>(
  'client.runs',
  {},
  (value): value is Readonly<Record<string, Remembered>> =>
    typeof value === 'object' && value !== null && !Array.isArray(value),
);

/** Returns the key of the tab in which a collection runs. */
export function runnerKey(collection: string): string {
  return `runner:${collection}`;
}

export interface TabSetup {
  readonly tab: string;
  readonly setup: RunSetup;
  readonly here: RunHere;
  /** The name of the configuration; null for a collection that runs without one. */
  readonly name: string | null;
  readonly object: OpenObject | null;
  readonly change: (fields: Partial<RunSetup>) => void;
  readonly changeHere: (fields: Partial<RunHere>) => void;
}

/** Returns the setup of a tab: `run:<id>` of a configuration, `runner:<id>` of a collection. */
export function useConfigurationSetup(tab: string): TabSetup {
  const object = useObject(tab);
  const { here } = useRemembered(tab);
  const { name, ...fields } = object.value as Partial<RunConfiguration>;
  return {
    tab,
    setup: { ...DEFAULTS, ...fields },
    here: { ...HERE, ...here },
    name: name ?? '',
    object,
    change(changed) {
      ownTab(tab);
      editObject(tab, changed);
    },
    changeHere: (changed) => remember(tab, { here: { ...here, ...changed } }),
  };
}

export function useCollectionSetup(tab: string): TabSetup {
  const { setup, here } = useRemembered(tab);
  return {
    tab,
    setup: { ...DEFAULTS, ...setup, collection: keyParts(tab).id },
    here: { ...HERE, ...here },
    name: null,
    object: null,
    change(changed) {
      ownTab(tab);
      remember(tab, { setup: { ...setup, ...changed } });
    },
    changeHere: (changed) => remember(tab, { here: { ...here, ...changed } }),
  };
}

/** Chooses what a collection runs next, such as one of its folders. */
export function chooseRequests(collection: string, only: readonly string[]): void {
  const tab = runnerKey(collection);
  remember(tab, { setup: { ...remembered.get()[tab]?.setup, only: [...only], isOrdered: false } });
}

/** Chooses the data that a collection runs with next. */
export function chooseData(collection: string, dataset: string): void {
  const tab = runnerKey(collection);
  remember(tab, { setup: { ...remembered.get()[tab]?.setup, dataset } });
}

/** Returns the parameters of a run. */
export function runParams({ setup, here }: Pick<TabSetup, 'setup' | 'here'>, collection: string): RunParams {
  const { only, isOrdered, environment, dataset, iterations, timeoutMs } = setup;
  const { totalTimeoutMs, scriptTimeoutMs } = setup;
  return {
    collection,
    ...(only.length > 0 && { only, isOrdered }),
    ...(environment !== null && { environment }),
    ...(dataset !== null && { dataset }),
    ...(iterations !== null && { iterations }),
    ...(timeoutMs !== null && { timeoutMs }),
    parallel: setup.parallel,
    delayMs: setup.delayMs,
    ...(totalTimeoutMs !== null && { totalTimeoutMs }),
    ...(scriptTimeoutMs !== null && { scriptTimeoutMs }),
    bail: setup.bail,
    failsOnEarlyEnd: setup.failsOnEarlyEnd,
    ignoreRedirects: setup.ignoreRedirects,
    insecure: setup.insecure,
    allowBroken: setup.allowBroken,
    envVars: setup.envVars,
    globalVars: setup.globalVars,
    throughProxy: here.throughProxy,
    keepsValues: here.keepsValues && setup.parallel === 1,
    keepBodies: here.keepsAllBodies ? 'all' : 'failed',
  };
}

function useRemembered(tab: string): Remembered {
  return useStore(remembered)[tab] ?? {};
}

function remember(tab: string, fields: Remembered): void {
  remembered.update((all) => {
    const { [tab]: before, ...rest } = all;
    const entries = Object.entries(rest).slice(-(MAX_REMEMBERED - 1));
    return { ...Object.fromEntries(entries), [tab]: { ...before, ...fields } };
  });
}
