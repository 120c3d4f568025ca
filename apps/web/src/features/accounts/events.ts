import { accountChanged } from '@veranda/contract/accounts/events.ts'
import { listDevices } from '@veranda/contract/accounts/sessions/routes.ts'
import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { on, onResync } from '../../lib/realtime/realtime.ts'
import { invalidateOnEvent } from '../../lib/api/stale-reads.ts'
import { followAccountLanguage } from './language/follow-account-language.ts'

/** Refetches the account and its devices when another tab or device changed them. */
export function registerAccountEvents(): void {
  const refresh = () => invalidateOnEvent(readAccount, listDevices)
  on(accountChanged, refresh)
  onResync(refresh)
  followAccountLanguage()
}
