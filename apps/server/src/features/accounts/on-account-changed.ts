import { accountChanged } from '@veranda/contract/accounts/events.ts'
import { type AccountEvent, type AccountEventType } from '@veranda/core/accounts/events.ts'
import { eventHandler } from '../../platform/events/event-handler.ts'
import { publishChange } from '../../platform/realtime/publish-change.ts'

/** Every event that changes what a user sees of their account and devices; none before there is a session. */
const changesAccount: Readonly<Record<AccountEventType, boolean>> = {
  'account.registered': false,
  'account.changed': true,
  'account.deletion-scheduled': true,
  'account.deletion-cancelled': true,
  // They have no device that could show it.
  'account.suspended': false,
  'account.suspension-lifted': false,
  'account.password-changed': true,
  'account.identity-linked': true,
  'account.identity-unlinked': true,
  'account.email-changed': true,
  'account.email-restored': true,
  'account.signed-in': true,
  'account.new-device': false,
  'account.signed-out': true,
  'account.session-ended': true,
  'account.totp-turned-on': true,
  'account.totp-turned-off': true,
  'account.recovery-codes-replaced': true,
  'account.recovery-code-used': true,
  'account.passkey-added': true,
  'account.passkey-removed': true,
  'account.payout-account-changed': true,
  'account.payout-account-confirmed': true,
  'account.data-export-changed': true,
  'account.calendar-feed-changed': true,
}
// The record's keys are exactly these types.
const eventTypes = (Object.keys(changesAccount) as AccountEventType[]).filter((type) => changesAccount[type])

/** Publishes a changed account to the user's devices. Accounts have no version of their own. */
export const publishAccountChange = eventHandler<AccountEvent>(
  'accounts-publish-change',
  eventTypes,
  async ({ tx, event: { data, position } }) => {
    await publishChange(tx, [data.userId], accountChanged, { id: data.userId, version: position })
  },
)
