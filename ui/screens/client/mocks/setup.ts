// The choices for a new mock server. The app keeps it, so that the next one starts from it.
import type { ParamsOf } from '../../../../src/session/methods/ui-types.ts';
import { createFormPreference, isRecordOf } from '../../../state/preferences.ts';
import { shellWord } from '../jobs/shell-word.ts';

export interface MockSetup {
  /** `both`: examples of the collection first, the spec for the rest. */
  readonly source: 'collection' | 'spec' | 'both';
  /** Ids; empty for none, and for the active environment. */
  readonly collection: string;
  readonly spec: string;
  readonly environment: string;
  readonly validate: boolean;
  /** True to answer those that do not fit too; with `validate`. */
  readonly onlyLog: boolean;
  readonly stateful: boolean;
  readonly https: boolean;
  /** True to make the values of the spec's answers. */
  readonly dynamic: boolean;
  /** Empty for other values on each call. */
  readonly seed: string;
  /** True to send what no example fits to the server at `proxy`; changes too with `proxyChanges`. */
  readonly passesOn: boolean;
  readonly proxy: string;
  readonly proxyChanges: boolean;
  /** True to keep what comes back: as examples of the collection, or in the spec without one. */
  readonly keepsPassed: boolean;
  /** True to send the callbacks of the spec. */
  readonly callbacks: boolean;
  /** As typed: `200` or `100-300`; empty for none. */
  readonly delay: string;
  /** As typed: a percentage, empty for none, and the status of those that fail. */
  readonly failPercent: string;
  readonly failStatus: string;
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
  onlyLog: false,
  stateful: false,
  https: false,
  dynamic: false,
  seed: '',
  passesOn: false,
  proxy: '',
  proxyChanges: false,
  keepsPassed: false,
  callbacks: false,
  delay: '',
  failPercent: '',
  failStatus: '503',
  port: '',
};

export const isSetup = (value: unknown): value is MockSetup =>
  isRecordOf((each): each is string | boolean => typeof each === 'string' || typeof each === 'boolean')(
    value,
  ) &&
  Object.entries(EMPTY).every(([key, empty]) => typeof value[key] === typeof empty) &&
  ['collection', 'spec', 'both'].includes(String(value['source']));

export const mockSetup = createFormPreference<MockSetup>('client.mockSetup', EMPTY, isSetup);

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

export interface FailingShare {
  readonly failPercent: number;
  readonly failStatus: number;
}

/** Parses the share of calls that fail; null for what is none. */
export function parseFailing({
  failPercent,
  failStatus,
}: Pick<MockSetup, 'failPercent' | 'failStatus'>): FailingShare | null {
  const percent = failPercent.trim() === '' ? 0 : Number(failPercent.trim().replace(',', '.'));
  const status = failStatus.trim() === '' ? 503 : Number(failStatus);
  const isShare = percent >= 0 && percent <= 100;
  return isShare && /^[45]\d\d$/.test(String(status)) ? { failPercent: percent, failStatus: status } : null;
}

/** Parses a port; 0 for any free one, null for what is none. */
export function parsePort(text: string): number | null {
  if (text.trim() === '') return 0;
  const port = /^\s*\d{1,5}\s*$/.test(text) ? Number(text) : -1;
  return port >= 1 && port <= MAX_PORT ? port : null;
}

/** True for an address that requests can be passed on to. */
export function isServer(text: string): boolean {
  return /^https?:\/\/[^\s/]+/i.test(text.trim());
}

/** Returns the ids of what it answers from; null while one is missing. */
export function subjectOf({ source, collection, spec }: Pick<MockSetup, 'source' | 'collection' | 'spec'>): {
  readonly collection?: string;
  readonly spec?: string;
} | null {
  const subject = {
    ...(source !== 'spec' && { collection }),
    ...(source !== 'collection' && { spec }),
  };
  return Object.values(subject).includes('') ? null : subject;
}

/** Returns what a mock server is started with; null while something is missing or wrong. */
export function startParams(setup: MockSetup): Omit<ParamsOf<'client.start_mock'>, 'window' | 'tab'> | null {
  const { environment, validate, stateful, https, dynamic, seed, passesOn, proxy, proxyChanges, callbacks } =
    setup;
  const [delay, port, subject] = [parseDelay(setup.delay), parsePort(setup.port), subjectOf(setup)];
  const failing = parseFailing(setup);
  const hasSpec = setup.source !== 'collection';
  if (
    delay === null ||
    failing === null ||
    port === null ||
    subject === null ||
    (passesOn && !isServer(proxy))
  )
    return null;
  return {
    ...subject,
    ...(environment !== '' && { environment }),
    ...(port !== 0 && { port }),
    validate,
    ...(validate && setup.onlyLog && { onlyLog: true }),
    stateful,
    https,
    ...(failing.failPercent > 0 && failing),
    ...(hasSpec && dynamic && { dynamic, ...(seed.trim() !== '' && { seed: seed.trim() }) }),
    ...(passesOn && {
      proxy: proxy.trim(),
      ...(proxyChanges && { proxyChanges }),
      ...(setup.keepsPassed && { keepsPassed: true }),
    }),
    ...(hasSpec && callbacks && { callbacks }),
    ...delay,
  };
}

/** Returns the command that does the same, with the names of the chosen objects. */
export function mockCommand(
  setup: MockSetup,
  {
    name,
    spec = '',
    environment,
  }: { readonly name: string; readonly spec?: string; readonly environment: string },
): string {
  const { validate, stateful, https, dynamic, seed, passesOn, proxy, proxyChanges, callbacks, delay, port } =
    setup;
  const hasSpec = setup.source !== 'collection';
  return [
    'proxyctl mock',
    shellWord(name),
    ...(spec === '' ? [] : [`--spec ${shellWord(spec)}`]),
    ...(port.trim() === '' ? [] : [`--port ${port.trim()}`]),
    ...(environment === '' ? [] : [`-e ${shellWord(environment)}`]),
    ...(delay.trim() === '' ? [] : [`--delay ${delay.replaceAll(/\s/g, '').replace('–', '-')}`]),
    ...(https ? ['--https'] : []),
    ...(validate ? [setup.onlyLog ? '--only-log' : '--validate'] : []),
    ...failingOptions(setup),
    ...(stateful ? ['--stateful'] : []),
    ...(hasSpec && dynamic
      ? ['--dynamic', ...(seed.trim() === '' ? [] : [`--seed ${shellWord(seed.trim())}`])]
      : []),
    ...(passesOn
      ? [
          `--proxy ${shellWord(proxy.trim())}`,
          ...(proxyChanges ? ['--proxy-changes'] : []),
          ...(setup.keepsPassed ? ['--proxy-save'] : []),
        ]
      : []),
    ...(hasSpec && callbacks ? ['--callbacks'] : []),
  ].join(' ');
}

function failingOptions(setup: MockSetup): readonly string[] {
  const { failPercent = 0, failStatus = 503 } = parseFailing(setup) ?? {};
  if (failPercent === 0) return [];
  return [`--fail-rate ${failPercent}`, ...(failStatus === 503 ? [] : [`--fail-status ${failStatus}`])];
}
