import { readDeletion } from '@veranda/contract/accounts/deletion/routes.ts'
import { accountChanged } from '@veranda/contract/accounts/events.ts'
import { invalidateOnEvent } from '../../../lib/api/stale-reads.ts'
import { on, onResync } from '../../../lib/realtime.ts'

// Once for the screen with the deletion; the shell does not carry it.
const refresh = () => invalidateOnEvent(readDeletion)
on(accountChanged, refresh)
onResync(refresh)
