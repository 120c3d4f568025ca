/** The balances of the payment screen, each a sum of ledger entries. */
export const balanceKeys = [
  'client.protected',
  'client.refunding',
  'client.paid',
  'creator.protected',
  'creator.pending',
  'creator.available',
  'creator.frozen',
  'creator.owed',
  'creator.in-transit',
  'creator.paid-out',
  'creator.earned',
] as const
export type BalanceKey = (typeof balanceKeys)[number]

/** The sums of the dashboard that are no balance of one side: over both sides, and what a client was charged. */
export const dashboardSumKeys = ['both.protected', 'both.paid', 'client.spent'] as const

/** Every sum whose ledger entries can be listed. */
export const ledgerSumKeys = [...balanceKeys, ...dashboardSumKeys] as const
export type LedgerSumKey = (typeof ledgerSumKeys)[number]

/** The sums behind each amount of the dashboard: its four figures, and the two series of its chart by month. */
export const dashboardSums = {
  protected: 'both.protected',
  pending: 'creator.pending',
  available: 'creator.available',
  paid: 'both.paid',
  spent: 'client.spent',
  earned: 'creator.earned',
} as const satisfies Record<string, LedgerSumKey>
