/** An amount in the smallest unit of its currency, such as `€7.83` for 783 euro cents; every payout currency has two decimals. */
export const formatCurrency = (amount: number, currency: string): string =>
  new Intl.NumberFormat("en-US", { style: "currency", currency, minimumFractionDigits: 2 })
    .format(amount / 100)
    .replaceAll("\u00a0", " ");
