// The contract of a control: it shows a value of a setting, as stored or as typed, and reports what is typed.
export interface ControlProps {
  /** Id of the field that the label names. */
  readonly id: string;
  readonly title: string;
  readonly value: unknown;
  readonly onChange: (typed: unknown) => void;
  /** True when something is wrong at `path` below the setting, such as `port`; empty for the setting itself. */
  readonly isWrong: (path: string) => boolean;
}
