// The options that a type of request has, as its settings form shows them.

/** The name of the fields of a type in a request. */
export type Section = 'graphql' | 'grpc' | 'mcp' | 'ai' | 'sql' | 'websocket' | 'socketio' | 'mqtt' | 'tcp';

interface OptionBase {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
}

export type Option =
  | (OptionBase & {
      readonly kind: 'text' | 'secret';
      readonly placeholder?: string;
      readonly initial?: string;
    })
  | (OptionBase & {
      readonly kind: 'number';
      readonly unit?: string;
      readonly initial: number | null;
      readonly isDecimal?: boolean;
    })
  | (OptionBase & { readonly kind: 'flag'; readonly initial: boolean })
  | (OptionBase & {
      readonly kind: 'choice';
      readonly options: readonly (readonly [value: string, title: string])[];
      /** True where the values are lists, written with commas. */
      readonly isList?: boolean;
    })
  /** A list of texts, one a line. */
  | (OptionBase & { readonly kind: 'lines' });
