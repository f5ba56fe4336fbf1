// Sends what HTTP/2 connections have written, once a turn of the event loop: what many streams write meanwhile leaves
// in one write.

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
