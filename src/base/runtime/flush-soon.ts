// Batches socket writes until the end of the event-loop turn, then flushes all connections one right after another. A
// peer woken by the first bytes is then still awake for the next ones; waking it separately costs the system as much
// as sending. `npm run bench -- against` a checkout without it: 0.78 to 0.94 × the CPU
// (docs/decisions/0029-tricks-weighed.md).

interface Flushable {
  flush(): void;
}

let due: Flushable[] = [];

/** Schedules a flush of `connection` at the end of this event-loop turn. */
export function flushSoon(connection: Flushable): void {
  if (due.push(connection) === 1) setImmediate(flushAll);
}

function flushAll(): void {
  const now = due;
  due = [];
  for (const connection of now) connection.flush();
}
