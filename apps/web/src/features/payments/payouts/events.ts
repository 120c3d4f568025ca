import { accountChanged } from '@veranda/contract/accounts/events.ts'
import { readPayoutAccount } from '@veranda/contract/payments/routes.ts'
import { invalidateOnEvent } from '../../../lib/api/stale-reads.ts'
import { on, onResync } from '../../../lib/realtime.ts'

// Once for all screens with a payout account; the shell does not carry it.
const refresh = () => invalidateOnEvent(readPayoutAccount)
on(accountChanged, refresh)
onResync(refresh)
