// The contract of a prompt: a task that a user hands to an assistant, with the resources it refers to.
export interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  /** The kind of value that completion offers. */
  readonly completes: 'request' | 'collection' | 'saved request' | 'app' | null;
}

export interface Prompt {
  readonly name: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
  /** The task in plain words, naming the tools. */
  text(values: Readonly<Record<string, string>>): string;
  /** URIs of the resources that go with it. */
  resources(values: Readonly<Record<string, string>>): readonly string[];
}
