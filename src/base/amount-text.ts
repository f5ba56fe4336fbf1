// Amounts of money as people read them, wherever they are shown.

/** Returns an amount with three digits that say something, such as `$0.102` or `1.20 EUR`. */
export function amountText({
  amount,
  currency,
}: {
  readonly amount: number;
  readonly currency: string;
}): string {
  const digits = amount >= 1 || amount <= 0 ? 2 : Math.min(8, 2 - Math.floor(Math.log10(amount)));
  const number = amount.toFixed(digits);
  return currency === 'USD' ? `$${number}` : `${number} ${currency}`;
}
