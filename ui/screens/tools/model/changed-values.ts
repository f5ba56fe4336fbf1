// Changes of a field that others follow.
import { STATUS_CODES } from '../../../../src/base/status-codes.ts';

type Values = Readonly<Record<string, unknown>>;

/** Returns the values with another one. The standard reason phrase of a status follows it: an empty one stands for it. */
export function changedValues(values: Values, name: string, value: unknown): Values {
  const { status, reason } = values;
  const isStandard = typeof reason === 'string' && STATUS_CODES[Number(status)] === reason;
  return { ...values, ...(name === 'status' && isStandard && { reason: '' }), [name]: value };
}
