// The prices of language models, which users enter in the settings, since providers do not report them.

/** The price of a model, per million tokens. */
export interface ModelPrice {
  /** A name, with `*` and `?` as wildcards; case does not matter. */
  readonly model: string;
  readonly input: number;
  /** For input that the provider had in its cache; null for the price of other input. */
  readonly cachedInput: number | null;
  /** For input that the provider has put into its cache; null for the price of other input. */
  readonly cacheWrite: number | null;
  readonly output: number;
  /** Such as `USD`. */
  readonly currency: string;
}

/** Loads the prices of the user. Rejects with an Error that names what is wrong with them. */
export type ModelPrices = () => Promise<readonly ModelPrice[]>;
