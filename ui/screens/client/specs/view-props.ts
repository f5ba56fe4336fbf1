// The props of the views of a description.

export interface SpecViewProps {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  /** Shows a line in the text. */
  readonly onGo: (line: number) => void;
}
