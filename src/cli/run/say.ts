// Lines for people, on standard error: standard output may belong to the command.

export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
