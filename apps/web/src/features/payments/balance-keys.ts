import { type BalanceKey } from '@veranda/core/payments/balances.ts'

const clientBalanceKeys = ['client.protected', 'client.refunding', 'client.paid'] as const satisfies BalanceKey[]
const creatorBalanceKeys = [
  'creator.available',
  'creator.pending',
  'creator.protected',
  'creator.in-transit',
  'creator.paid-out',
  'creator.earned',
] as const satisfies BalanceKey[]

/** The balances of each side, in display order. */
export const balanceKeysBySide = { client: clientBalanceKeys, creator: creatorBalanceKeys } as const
export type BalanceSide = keyof typeof balanceKeysBySide
