// The two sides of `--`: our options before it, the user's command after it. For a value or a command on the wrong
// side, the error shows the correct line.
import { commandLine } from '../base/command-line.ts';
import { UserError } from '../base/errors.ts';

/** An option with a value, with the fields that the checks need. Commander's options have this type. */
export interface ValueOption {
  readonly long?: string | undefined;
  readonly short?: string | undefined;
  readonly flags: string;
  /** The only values that it has; any text by default. */
  readonly argChoices?: readonly string[] | undefined;
}

/** Values that name something, which an empty text does not. */
const NAMING = new Set(['host', 'name', 'file', 'path', 'folder']);

/**
 * Throws a UserError when the value of an option is invalid: `--`, another option, or missing. `args` is the words
 * after `proxyctl`; `options` is the command's options.
 */
export function checkValue(
  option: ValueOption,
  value: string,
  { args, options }: { readonly args: readonly string[]; readonly options: readonly ValueOption[] },
): void {
  const name = option.long ?? option.flags;
  const placeholder = /<(.+)>/.exec(option.flags)?.[1] ?? 'value';
  if (value === '' && NAMING.has(placeholder)) refuse(`${name} is empty: give a ${placeholder}`);
  const { argChoices: choices } = option;
  if (choices !== undefined && !choices.includes(value))
    refuse(
      `${name} ${JSON.stringify(value)} is not ${choices.join(' or ')}: give one of them, and -- before a command`,
    );
  if (value !== '--' && !options.some(({ long, short }) => value === long || value === short)) return;
  const at = args.findIndex(
    (word, index) => (word === option.long || word === option.short) && args[index + 1] === value,
  );
  const example = args.toSpliced(at + 1, 0, placeholder.toUpperCase());
  refuse(
    `${name} needs a value, and ${value} follows it: give one` + (at < 0 ? '' : `, as in "${line(example)}"`),
  );
}

/** Throws a UserError unless `command` is after `--`, or when nothing is. `args` is the words after `proxyctl`. */
export function checkWrapped(args: readonly string[], command: readonly string[]): void {
  const start = args.length - command.length;
  const isDivided = args[start - 1] === '--';
  if (isDivided && command.length === 0)
    refuse(`nothing is behind --: give a command, as in "${line([...args, 'COMMAND'])}"`);
  if (!isDivided && command.length > 0)
    refuse(`put -- before the command, as in "${line(args.toSpliced(start, 0, '--'))}"`);
}

/** Renders the command line for a shell. */
function line(words: readonly string[]): string {
  return commandLine(['proxyctl', ...words]);
}

function refuse(message: string): never {
  throw new UserError('INVALID_PARAMETER', message);
}
