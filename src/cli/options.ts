// Values of options and arguments, read strictly: a wrong one ends the command with a sentence that says so.

/** A TCP port, 1 to 65535. `name` is how the user wrote the option. */
export function portNumber(name: string, text: string): number {
  const port = wholeNumber(text);
  if (port >= 1 && port <= 65_535) return port;
  throw new Error(`${name} ${quoted(text)} is not a port: give a number from 1 to 65535`);
}

/** A port to listen on: 0 is any free one. */
export function listenPort(name: string, text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new Error(
    `${name} ${quoted(text)} is not a port: give a number from 1 to 65535, or 0 for any free one`,
  );
}

/** A whole number of 0 or more. */
export function count(name: string, text: string): number {
  const number = wholeNumber(text);
  if (!Number.isNaN(number)) return number;
  throw new Error(`${name} ${quoted(text)} is not a number: give a whole number of 0 or more`);
}

/** The id of a captured request, with or without the `#` that lists show. */
export function requestId(text: string): number {
  const id = wholeNumber(text.replace(/^#/, ''));
  if (!Number.isNaN(id)) return id;
  throw new Error(`${quoted(text)} is not the id of a request: give its number, as "proxyctl list" shows it`);
}

function wholeNumber(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}
