// The prices of language models in the user's settings, loaded after the first request to a model.
import type { ModelPrices } from '../../collections/model/model-price.ts';

export const modelPrices: ModelPrices = async () => {
  const { storedModelPrices } = await import('../../app/state/stored-model-prices.ts');
  return storedModelPrices();
};
