import { type BalanceKey } from '@veranda/contract/payments/schemas.ts'

const client = ['client.protected', 'client.refunding', 'client.paid'] as const satisfies BalanceKey[]
const creator = [
  'creator.available',
  'creator.pending',
  'creator.protected',
  'creator.in-transit',
  'creator.paid-out',
  'creator.earned',
] as const satisfies BalanceKey[]

/** The numbers of each side, in the order in which they matter. */
export const sides = { client, creator } as const
export type MoneySide = keyof typeof sides
export const balanceKeys: readonly BalanceKey[] = [...client, ...creator]
