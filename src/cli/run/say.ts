// Prints lines for people on standard error, because standard output may belong to the command.

export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
