import { accountChanged } from '@veranda/contract/accounts/events.ts'
import { listPasskeys } from '@veranda/contract/accounts/passkeys/routes.ts'
import { readSecondFactor } from '@veranda/contract/accounts/second-factor/routes.ts'
import { listSecurityEvents } from '@veranda/contract/accounts/security-events/routes.ts'
import { listIdentities } from '@veranda/contract/accounts/social/routes.ts'
import { invalidateOnEvent } from '../../../lib/api/stale-reads.ts'
import { on, onResync } from '../../../lib/realtime.ts'

// Once for everything that the security screen shows beside the devices; the shell does not carry it.
const refresh = () => invalidateOnEvent(listIdentities, readSecondFactor, listPasskeys, listSecurityEvents)
on(accountChanged, refresh)
onResync(refresh)
