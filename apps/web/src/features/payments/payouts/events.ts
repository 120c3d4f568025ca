import { accountChanged } from '@veranda/contract/accounts/events.ts'
import { readBalances, readPayoutAccount } from '@veranda/contract/payments/routes.ts'
import { invalidateOnEvent } from '../../../lib/api/stale-reads.ts'
import { on, onResync } from '../../../lib/realtime/realtime.ts'

// Registered once, by the card of the payout account, so that it is not part of the shell's bundle.
const refresh = () => invalidateOnEvent(readPayoutAccount, readBalances)
on(accountChanged, refresh)
onResync(refresh)
