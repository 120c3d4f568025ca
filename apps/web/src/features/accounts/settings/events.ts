import { readDeletion } from '@veranda/contract/accounts/deletion/routes.ts'
import { accountChanged } from '@veranda/contract/accounts/events.ts'
import { listPasskeys } from '@veranda/contract/accounts/passkeys/routes.ts'
import { readSecondFactor } from '@veranda/contract/accounts/second-factor/routes.ts'
import { listSecurityEvents } from '@veranda/contract/accounts/security-events/routes.ts'
import { listIdentities } from '@veranda/contract/accounts/social/routes.ts'
import { invalidateOnEvent } from '../../../lib/api/stale-reads.ts'
import { on, onResync } from '../../../lib/realtime/realtime.ts'

// Registered once, by the cards of the settings, so that it is not part of the shell's bundle.
const refresh = () =>
  invalidateOnEvent(listIdentities, readSecondFactor, listPasskeys, listSecurityEvents, readDeletion)
on(accountChanged, refresh)
onResync(refresh)
