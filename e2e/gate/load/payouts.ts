import { setTimeout as sleep } from 'node:timers/promises'
import { readBalances, requestPayout } from '@veranda/contract/payments/routes.ts'
import type { Acknowledgements } from './acknowledgements.ts'
import type { GateUser } from './gate-user.ts'
import type { LoadClient } from './load-client.ts'

const payoutAmount = 101

/** Requests small payouts as long as the creator has money, each after a recent step-up. */
export function makePayoutClient(creator: GateUser, acknowledged: Acknowledgements): LoadClient {
  return {
    name: 'payouts',
    mayOnlyRead: true,
    async step() {
      const { items } = await creator.call(readBalances)
      const available = items.find(({ key }) => key === 'creator.available')?.amount
      if (available && available.amount >= payoutAmount) {
        const body = { amount: payoutAmount, currency: available.currency }
        const { id } = await creator.call(requestPayout, { body })
        acknowledged.payouts.push({ id, userId: creator.id })
      }
      await sleep(100)
    },
    leave: () => undefined,
    findFaults: async () => [],
  }
}
