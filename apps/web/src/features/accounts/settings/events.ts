import { readDeletion } from '@veranda/contract/accounts/deletion/routes.ts'
import { accountChanged } from '@veranda/contract/accounts/events.ts'
import { listPasskeys } from '@veranda/contract/accounts/passkeys/routes.ts'
import { readSecondFactor } from '@veranda/contract/accounts/second-factor/routes.ts'
import { listSecurityEvents } from '@veranda/contract/accounts/security-events/routes.ts'
import { listIdentities } from '@veranda/contract/accounts/social/routes.ts'
import { invalidateOnEvent } from '../../../lib/api/stale-reads.ts'
import { on, onResync } from '../../../lib/realtime.ts'

// Once for what the settings show beside the account and its devices; the shell does not carry it.
const refresh = () =>
  invalidateOnEvent(listIdentities, readSecondFactor, listPasskeys, listSecurityEvents, readDeletion)
on(accountChanged, refresh)
onResync(refresh)
