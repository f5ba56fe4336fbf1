// The prices of language models in the settings of the user, which are loaded when a model was asked.
import type { ModelPrices } from '../../collections/model/model-price.ts';

export const modelPrices: ModelPrices = async () => {
  const { storedModelPrices } = await import('../../app/state/stored-model-prices.ts');
  return storedModelPrices();
};
