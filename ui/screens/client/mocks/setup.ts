// The choices for a new mock server. The app keeps it, so that the next one starts from it.
import type { ParamsOf } from '../../../../src/session/methods/ui-types.ts';
import { createPreference, isRecordOf } from '../../../state/preferences.ts';
import { shellWord } from '../jobs/shell-word.ts';

export interface MockSetup {
  readonly source: 'collection' | 'spec';
  /** Ids; empty for none, and for the active environment. */
  readonly collection: string;
  readonly spec: string;
  readonly environment: string;
  readonly validate: boolean;
  readonly stateful: boolean;
  readonly https: boolean;
  /** As typed: `200` or `100-300`; empty for none. */
  readonly delay: string;
  /** As typed; empty for any free one. */
  readonly port: string;
}

/** The reason why it was not started, and the field that is to blame. */
export interface StartError {
  readonly field: string | null;
  readonly message: string;
}

const EMPTY: MockSetup = {
  source: 'collection',
  collection: '',
  spec: '',
  environment: '',
  validate: false,
  stateful: false,
  https: false,
  delay: '',
  port: '',
};

const isSetup = (value: unknown): value is MockSetup =>
  isRecordOf((each): each is string | boolean => typeof each === 'string' || typeof each === 'boolean')(
    value,
  ) &&
  Object.entries(EMPTY).every(([key, empty]) => typeof value[key] === typeof empty) &&
  (value['source'] === 'collection' || value['source'] === 'spec');

export const mockSetup = createPreference<MockSetup>('client.mockSetup', EMPTY, isSetup);

const MAX_DELAY_MS = 3_600_000;
const MAX_PORT = 65_535;

/** Parses a delay such as `200` or `100-300`, in milliseconds; null for what is none. */
export function parseDelay(text: string): { readonly delayMs: number; readonly maxDelayMs: number } | null {
  if (text.trim() === '') return { delayMs: 0, maxDelayMs: 0 };
  const [, first = '', second = first] = /^\s*(\d{1,7})(?:\s*[-–]\s*(\d{1,7}))?\s*$/.exec(text) ?? [];
  const [delayMs, maxDelayMs] = [Number(first), Number(second)];
  return first !== '' && delayMs <= maxDelayMs && maxDelayMs <= MAX_DELAY_MS ? { delayMs, maxDelayMs } : null;
}

export function delayText({
  delayMs,
  maxDelayMs,
}: {
  readonly delayMs: number;
  readonly maxDelayMs: number;
}): string {
  if (maxDelayMs === 0) return '';
  return delayMs === maxDelayMs ? String(delayMs) : `${delayMs}-${maxDelayMs}`;
}

/** Parses a port; 0 for any free one, null for what is none. */
export function parsePort(text: string): number | null {
  if (text.trim() === '') return 0;
  const port = /^\s*\d{1,5}\s*$/.test(text) ? Number(text) : -1;
  return port >= 1 && port <= MAX_PORT ? port : null;
}

/** Returns what a mock server is started with; null while something is missing or wrong. */
export function startParams(setup: MockSetup): Omit<ParamsOf<'client.start_mock'>, 'window' | 'tab'> | null {
  const { source, environment, validate, stateful, https } = setup;
  const [delay, port, subject] = [parseDelay(setup.delay), parsePort(setup.port), setup[source]];
  if (delay === null || port === null || subject === '') return null;
  return {
    [source]: subject,
    ...(environment !== '' && { environment }),
    ...(port !== 0 && { port }),
    validate,
    stateful,
    https,
    ...delay,
  };
}

/** Returns the command that does the same. `name`, `environment`: names of the chosen objects. */
export function mockCommand(setup: MockSetup, name: string, environment: string): string {
  const { validate, stateful, https, delay, port } = setup;
  return [
    'proxyctl mock',
    shellWord(name),
    ...(port.trim() === '' ? [] : [`--port ${port.trim()}`]),
    ...(environment === '' ? [] : [`-e ${shellWord(environment)}`]),
    ...(delay.trim() === '' ? [] : [`--delay ${delay.replaceAll(/\s/g, '').replace('–', '-')}`]),
    ...(https ? ['--https'] : []),
    ...(validate ? ['--validate'] : []),
    ...(stateful ? ['--stateful'] : []),
  ].join(' ');
}
