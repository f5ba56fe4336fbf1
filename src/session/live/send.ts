// Sends a request as a window has it, and tells its channel of every step: phases, exchanges, messages, scripts, and
// the response at the end.
import { asError } from '../../base/errors.ts';
import { setTimeout as delay } from 'node:timers/promises';
import type { Collection } from '../../collections/model/collection.ts';
import type { SavedRequest } from '../../collections/model/request.ts';
import { interpolate } from '../../collections/variables/interpolate.ts';
import { removeBody } from '../../requests/http/body-file.ts';
import { allowProgram } from '../../runs/runner/allowed-programs.ts';
import { runCollection } from '../../runs/runner/run.ts';
import type { RequestRun } from '../../runs/runner/events.ts';
import type { RunOptions } from '../../runs/runner/options.ts';
import { stepsOf } from '../../runs/runner/steps.ts';
import type { Channel } from '../channels/channel.ts';
import { MAX_MESSAGE_BYTES, MAX_MESSAGES } from '../channels/event-log.ts';
import { keepConnection } from './connection.ts';
import type { ClientState } from './client-state.ts';
import { addMessage } from './messages.ts';
import { recordSend } from './record-send.ts';
import { scriptTracker } from './script-tracker.ts';
import { secretVariables } from './script-variables.ts';
import { proxyRefusal, type ProxyRefusal } from './proxy-refusal.ts';
import { SecretMask } from './secret-mask.ts';
import { SendEvents } from './send-events.ts';
import { scopesOf } from './variables.ts';

export interface SendPlan extends Pick<
  RunOptions,
  'environment' | 'globals' | 'processEnvironment' | 'trust' | 'goesDirect' | 'modelPrices'
> {
  /** The collection with the request as it is to be sent. */
  readonly collection: Collection;
  readonly request: SavedRequest;
  /** False for a request without a collection, whose variables nobody owns. */
  readonly isStored: boolean;
  /** The folder of the workspace, whose files may be sent. */
  readonly folder: string;
  /** True where the user is there to sign in on a page. */
  readonly signsIn: boolean;
  /** True to keep the connection open until it is closed. */
  readonly staysOpen: boolean;
  /** The fingerprint of a program that this send alone may start. */
  readonly starting?: string | undefined;
}

/** Milliseconds for what goes on to end after a cancel, before the channel ends without it. */
const WIND_DOWN_MS = 500;

/** Sends the request. Resolves when the channel has ended; never rejects. */
export async function send(channel: Channel, plan: SendPlan, state: ClientState): Promise<void> {
  const mask = new SecretMask(plan);
  const events = new SendEvents(channel, plan.request, mask, state.machine);
  // A connection stays for long, and would keep others waiting.
  const turns = plan.staysOpen ? null : state.sends;
  if (turns?.isFull === true) events.phase('waiting');
  try {
    const giveBack = await turns?.take(channel.signal);
    const running = runOf(channel, plan, state, { mask, events }).finally(giveBack);
    const run = await unlessStopped(running, channel.signal);
    await events.end(run, await refusalOf(run, plan, state));
  } catch (error) {
    await events.failed(asError(error));
  }
  state.records(recorded(channel, plan, state));
  await state.save();
}

/** Records what has ended, with secrets masked that its scripts have set too. */
async function recorded(channel: Channel, plan: SendPlan, state: ClientState): Promise<void> {
  const secrets = secretVariables((await state.scriptValues()).all());
  const mask = new SecretMask({ ...plan, globals: [...plan.globals, ...secrets] });
  await recordSend(channel, plan, mask, await state.history());
}

/** Resolves with null when the run does not end soon after the signal, as with a script that waits. */
async function unlessStopped(
  run: Promise<RequestRun | null>,
  signal: AbortSignal,
): Promise<RequestRun | null> {
  const { promise, resolve } = Promise.withResolvers<null>();
  const stop = (): void => {
    delay(WIND_DOWN_MS, null, { ref: false }).then(resolve, () => undefined);
  };
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  run.catch(() => undefined);
  return Promise.race([run, promise]);
}

/** Resolves with the reason why the running proxy answered by itself; null when it did not, or was not asked. */
async function refusalOf(
  run: RequestRun | null,
  { goesDirect, trust }: SendPlan,
  { machine }: ClientState,
): Promise<ProxyRefusal | null> {
  return run === null || goesDirect === undefined || trust === undefined
    ? null
    : proxyRefusal(run, trust, machine);
}

const ONCE = {
  data: [],
  iterations: 1,
  delayMs: 0,
  bail: false,
  insecure: false,
  parallel: 1,
  timeoutMs: null,
  scriptTimeoutMs: null,
  interruptsScripts: true,
} as const;

interface Parts {
  readonly mask: SecretMask;
  readonly events: SendEvents;
}

async function runOf(
  channel: Channel,
  { collection, request, folder, staysOpen, signsIn, isStored, starting, ...options }: SendPlan,
  state: ClientState,
  { mask, events }: Parts,
): Promise<RequestRun | null> {
  // Scripts need the whole body at once, and so do the protocols that read it.
  const [step] = stepsOf(collection, [request.id]);
  const isRead = step?.test.length !== 0 || request.type !== 'http';
  const bodyFiles = state.bodyFiles((path) => channel.onClose(() => removeBody(path)));
  const bound = messageBound(channel);
  const scopes = scopesOf({ collection, ...options }, step?.variables ?? new Map());
  const resolved = (text: string): string => interpolate(text, (name) => scopes.value(name)).text;
  const { cookies, authCache } = await state.credentials();
  const values = await state.scriptValues();
  const track = scriptTracker({
    sources: { ...options, collection },
    isStored,
    mask: () => mask,
    onSet: (changes) => {
      values.set(changes.set);
      events.values(changes);
    },
  });
  let result: RequestRun | null = null;
  await runCollection({
    ...options,
    ...ONCE,
    collection,
    only: [request.id],
    fileRoots: [folder],
    cookies,
    authCache,
    allowProgram: allowProgram({ once: starting }),
    ...(signsIn && { showPage: events.page }),
    reporters: [
      { step: (_, event) => events.step(event) },
      { step: track },
      {
        request: (run) => {
          if (run.id === request.id) result = run;
        },
      },
    ],
    watchExchange: events.watchExchange,
    onConnecting: events.connecting,
    onScriptOutput: events.output,
    onMessage: (message) => {
      addMessage(channel, message, mask);
      if (!staysOpen) bound(message.data.length);
    },
    ...(staysOpen && {
      onOpen: (connection) => keepConnection(channel, connection, { mask, resolved }),
    }),
    ...(!isRead && { bodyFiles }),
    signal: channel.signal,
  });
  return result;
}

/** Stops a stream that would go on for ever. */
function messageBound(channel: Channel): (size: number) => void {
  let [count, bytes] = [0, 0];
  return (size) => {
    count += 1;
    bytes += size;
    if (count < MAX_MESSAGES && bytes < MAX_MESSAGE_BYTES) return;
    channel.stop(`the limit of ${MAX_MESSAGES} messages or ${MAX_MESSAGE_BYTES} bytes was reached`);
  };
}
