// Sends what connections have written once a turn of the event loop, of all of them one right after another. A peer that
// is woken by its first bytes is then still awake for the next: waking it for each costs the system as much as sending.
// `npm run bench -- against` a checkout without it: 0.78 to 0.94 × the CPU (docs/decisions/0029-tricks-weighed.md).

interface Flushable {
  flush(): void;
}

let due: Flushable[] = [];

/** Has `connection` flushed at the end of this turn of the event loop. */
export function flushSoon(connection: Flushable): void {
  if (due.push(connection) === 1) setImmediate(flushAll);
}

function flushAll(): void {
  const now = due;
  due = [];
  for (const connection of now) connection.flush();
}
