// The contract of a control: it shows the value of a setting, as stored or as typed, and reports what the user types.
export interface ControlProps {
  /** The id of the field that the label names. */
  readonly id: string;
  readonly title: string;
  readonly value: unknown;
  readonly onChange: (typed: unknown) => void;
  /**
   * Returns true when something is wrong at `path` below the setting, such as `port`; an empty path is the setting
   * itself.
   */
  readonly isWrong: (path: string) => boolean;
}
