// The child's side of bin/proxyctl.js when the launcher had to start a newer Node. A signal to the launcher acts here
// once, as if sent to this process. The death of the launcher ends this process.

/** Sent by the launcher when it receives a signal. */
interface SignalMessage {
  readonly type: 'signal';
  readonly signal: StopSignal;
}

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type StopSignal = (typeof stopSignals)[number];

/** Milliseconds within which one Ctrl-C reaches both processes. */
const twinPatienceMs = 50;

let launched = false;

/** Returns true when the parent of this process is the launcher, whose streams are those of this process. */
export function isLaunched(): boolean {
  return launched;
}

/**
 * Connects to the launcher, if one started this process. Call it before listening for signals or starting other
 * processes: it removes the launcher's variable from the environment.
 */
export function joinLauncher(): void {
  launched = process.env['PROXYCTL_LAUNCHED'] !== undefined;
  delete process.env['PROXYCTL_LAUNCHED'];
  if (!launched) return;
  const tally = countOwnSignals();
  process.on('message', (message) => {
    if (isSignalMessage(message)) tally.forwarded(message.signal);
  });
  process.once('disconnect', () => deliver('SIGTERM'));
  // A listener keeps the channel open, but the channel alone must not keep a finished command alive.
  process.channel?.unref();
  // The launcher may have died before this process listened.
  if (!process.connected) deliver('SIGTERM');
}

// Ctrl-C, `timeout` and service managers signal the launcher and this process, while `kill` reaches the launcher alone.
// A signal that both received must count once. So a forwarded signal waits for its direct twin, and is delivered only
// if the launcher has then received more of its kind than this process.
function countOwnSignals(): { forwarded(signal: StopSignal): void } {
  const lead = new Map<StopSignal, number>();
  const leadOf = (signal: StopSignal) => lead.get(signal) ?? 0;
  for (const signal of stopSignals) {
    const own = () => {
      lead.set(signal, leadOf(signal) - 1);
      // A twin that can no longer arrive must not swallow a later signal.
      setTimeout(() => lead.set(signal, Math.max(leadOf(signal), 0)), 20 * twinPatienceMs).unref();
      dieUnlessHandled(signal, own);
    };
    process.on(signal, own);
  }
  return {
    forwarded(signal) {
      lead.set(signal, leadOf(signal) + 1);
      setTimeout(() => {
        if (leadOf(signal) > 0) deliver(signal);
      }, twinPatienceMs);
    },
  };
}

// Our own listener disabled the default action.
function dieUnlessHandled(signal: StopSignal, own: () => void): void {
  if (process.listenerCount(signal) > 1) return;
  process.off(signal, own);
  process.kill(process.pid, signal);
}

function deliver(signal: StopSignal): void {
  process.emit(signal, signal);
}

function isSignalMessage(message: unknown): message is SignalMessage {
  if (typeof message !== 'object' || message === null || !('type' in message)) return false;
  return message.type === 'signal' && 'signal' in message && stopSignals.some((s) => s === message.signal);
}
