// Linux: finds the name by which people know a process.

/** Facts about a process in `/proc/<pid>`: its first argument, the path of its program, and its short name. */
export interface ProcessFacts {
  readonly argument: string;
  readonly program: string;
  readonly short: string;
}

/**
 * Returns the name by which people know the process. The first argument is the name it was started with, such as
 * `python3`, unless it was changed afterwards, as in `sshd: user`, `-bash` of a login shell, or browsers that copy
 * `/proc/self/exe`.
 */
export function friendlyName({ argument, program, short }: ProcessFacts): string | null {
  const isAltered = /^-|[\s:]|^\/proc\//.test(argument);
  const names = [
    isAltered ? '' : baseName(argument),
    baseName(program.replace(/ \(deleted\)$/, '')),
    short.trim(),
  ];
  return names.find((name) => name !== '') ?? null;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
