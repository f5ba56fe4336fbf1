// The child's side of bin/proxyctl.js when it had to start a newer Node: signals that reached the launcher
// act here as if they had reached this process, once, and the launcher's death ends this process.

/** What the launcher sends when a signal reached it. */
interface SignalMessage {
  readonly type: 'signal';
  readonly signal: StopSignal;
}

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type StopSignal = (typeof stopSignals)[number];

/** How long one press of Ctrl-C may take to reach us both. */
const twinPatienceMs = 50;

/**
 * Joins the launcher, if one started this process. Call it before anything listens for signals or starts a
 * process of its own: it takes the launcher's mark out of the environment.
 */
export function joinLauncher(): void {
  const launched = process.env['PROXYCTL_LAUNCHED'] !== undefined;
  delete process.env['PROXYCTL_LAUNCHED'];
  if (!launched) return;
  const tally = countOwnSignals();
  process.on('message', (message) => {
    if (isSignalMessage(message)) tally.forwarded(message.signal);
  });
  process.once('disconnect', () => deliver('SIGTERM'));
  // Listening holds the channel open, which alone must not keep a finished command alive.
  process.channel?.unref();
  // It may have died before we came here.
  if (!process.connected) deliver('SIGTERM');
}

// Ctrl-C, `timeout` and service managers signal the launcher and this process both, where `kill` reaches the
// launcher alone. A signal that both got must count once: the one that came directly. So a forwarded one waits
// for its twin, and is delivered only if the launcher has then seen more of its kind than this process.
function countOwnSignals(): { forwarded(signal: StopSignal): void } {
  const lead = new Map<StopSignal, number>();
  const leadOf = (signal: StopSignal) => lead.get(signal) ?? 0;
  for (const signal of stopSignals) {
    const own = () => {
      lead.set(signal, leadOf(signal) - 1);
      // Once its twin can no longer come, it must not swallow a later signal.
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

// Our own listener switched the default action off.
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
