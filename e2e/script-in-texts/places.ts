import { translationsFor } from '../support/translations.ts'
import { foundWord } from './write-on-model.ts'
import type { WrittenTexts } from './write-texts.ts'

const tBookings = translationsFor('bookings')
const tCommissions = translationsFor('commissions')
const tConversations = translationsFor('conversations')
const tDashboard = translationsFor('dashboard')
const tExplore = translationsFor('talent/explore')
const tNotifications = translationsFor('notifications')
const tPayments = translationsFor('payments')
const tSettings = translationsFor('accounts/settings')
const tShell = translationsFor('shell')
const tPalette = translationsFor('shell/command-palette')
const tTalent = translationsFor('talent')
const tViewer = translationsFor('viewer')

/** A screen, or a dialog of it, and how it is opened. `drawn-on.ts` says which texts it draws. */
export type Place = {
  /** The name in `drawn-on.ts`. */
  readonly name: string
  readonly path: string
  /** Enters the room first. */
  readonly enter?: true
  /** The names, or parts of them, of what is pressed one after the other: the first one, or the last one, with it. */
  readonly press?: readonly (string | RegExp | { readonly last: RegExp })[]
  /** A text that is entered into the field with this label. */
  readonly fill?: { readonly label: string; readonly text: string }
  /** The press has opened a dialog: only what it draws counts. */
  readonly isDialog?: true
  /** Shows the newest of much, so it may draw more texts than are listed. */
  readonly isFeed?: true
}

/** Returns a pattern for the whole name of what is pressed; the names have no characters with a meaning of their own. */
const exactly = (name: string) => new RegExp(`^${name}$`)

/** Returns the beginning of a text, by which it is found. */
const field = (name: string) => `[${name}]`

const palette = (name: string, text: string): Place => ({
  name,
  path: '/settings/mail',
  press: [tShell('find')],
  fill: { label: tPalette('label'), text },
  isDialog: true,
})

/** Returns what both sides of a commission open. `other` is the field of the other side's name. */
function sharedPlaces(receiptId: string, written: WrittenTexts, other: string): Place[] {
  const project = `/projects/${written.projectId}`
  const messages = `/messages?conversation=${written.directId}`
  const movable = `/booking/confirm/${written.movableId}`
  return [
    { name: 'home', path: '/', isFeed: true },
    { name: 'settings', path: '/settings' },
    { name: 'security', path: '/settings/security' },
    { name: 'mail', path: '/settings/mail', isFeed: true },
    { name: 'dashboard', path: '/dashboard', isFeed: true },
    { name: 'projects', path: '/projects' },
    { name: 'project', path: project },
    { name: 'contract', path: `${project}?view=contract` },
    {
      name: 'former offer',
      path: `${project}?view=contract&commission=${written.commissionId}&version=2`,
    },
    { name: 'settlements', path: `/projects/${written.openProjectId}?view=contract` },
    { name: 'dispute', path: `/projects/${written.disputedProjectId}?view=milestones&dispute=${written.disputeId}` },
    { name: 'milestones', path: `${project}?view=milestones` },
    { name: 'money', path: `${project}?view=money` },
    { name: 'activity', path: `${project}?view=activity`, isFeed: true },
    { name: 'request', path: `/projects/${written.requestedProjectId}?view=contract` },
    { name: 'pins', path: `/projects/${written.chairProjectId}?view=milestones`, press: [field('pin')] },
    { name: 'conversation', path: messages, isFeed: true },
    { name: 'asset of a message', path: messages, press: [field('asset-name')], isDialog: true },
    {
      name: 'found messages',
      path: '/messages',
      fill: { label: tConversations('search'), text: foundWord },
    },
    { name: 'bookings', path: '/appointments' },
    { name: 'booking to move', path: movable, press: [exactly(tBookings('facts.move'))], isDialog: true },
    { name: 'booking to cancel', path: movable, press: [tBookings('facts.cancel')], isDialog: true },
    { name: 'notifications', path: '/notifications', isFeed: true },
    {
      name: 'reason of a notification',
      path: '/notifications',
      press: [new RegExp(`^Actions for .*\\[${other}\\]`), tNotifications('screen.row.why')],
      isDialog: true,
      isFeed: true,
    },
    { name: 'payment', path: '/payment', isFeed: true },
    { name: 'receipt', path: `/payment/receipts/${receiptId}` },
    palette('palette with projects', 'project-title'),
    palette('palette with creators', 'Kenji'),
  ]
}

/** Returns what a client opens. */
export function clientPlaces(receiptId: string, written: WrittenTexts, creatorId: string): Place[] {
  const talent = `/talent/${creatorId}`
  const reviewed = `/projects/${written.openProjectId}?milestone=${written.reviewedId}`
  return [
    ...sharedPlaces(receiptId, written, 'creator-name'),
    { name: 'requests to support', path: '/support' },
    { name: 'request to support', path: `/support/${written.ticketId}` },
    { name: 'cancelled booking', path: `/booking/confirm/${written.cancelledId}` },
    { name: 'room', path: `/rooms/${written.chairProjectId}`, enter: true },
    { name: 'declined request', path: written.declinedPath },
    { name: 'search', path: '/search' },
    { name: 'public page', path: '/explore/kenji-arai' },
    { name: 'creator', path: talent },
    { name: 'work', path: talent, press: [field('portfolio-title')], isDialog: true },
    { name: 'offer', path: written.offeredPath },
    { name: 'offer to accept', path: written.offeredPath, press: [tCommissions('accept.open')], isDialog: true },
    {
      name: 'offer to decline',
      path: written.offeredPath,
      press: [exactly(tCommissions('decline.open'))],
      isDialog: true,
    },
    { name: 'counter-offer', path: written.offeredPath, press: [tCommissions('counter.open')] },
    {
      name: 'creator to ask',
      path: `/projects/${written.wantedProjectId}`,
      press: [tCommissions('request.open')],
      fill: { label: tCommissions('pick.search'), text: 'Kenji' },
      isDialog: true,
    },
    {
      name: 'milestone to fund',
      path: `/projects/${written.openProjectId}?milestone=${written.unfundedId}`,
      press: [/^Fund /],
      isDialog: true,
    },
    {
      name: 'request for more time',
      path: `/projects/${written.openProjectId}?milestone=${written.draftedId}`,
    },
    { name: 'milestone to approve', path: reviewed, press: [tCommissions('approve.act')], isDialog: true },
    { name: 'milestone to change', path: reviewed, press: [/^Request changes/], isDialog: true },
    {
      name: 'new pin',
      path: reviewed,
      press: [/^2 parts/, tViewer('parts.pin', { part: field('pin-part') })],
    },
    {
      name: 'message to delete',
      path: `/messages?conversation=${written.directId}`,
      press: [{ last: /^Actions for .*\[client-name\]/ }, exactly(tConversations('action.delete'))],
      isDialog: true,
    },
  ]
}

/** Returns what a creator opens. */
export function creatorPlaces(receiptId: string, written: WrittenTexts): Place[] {
  const act = (name: string) => `${name}: ${field('milestone-title')}`
  return [
    ...sharedPlaces(receiptId, written, 'client-name'),
    { name: 'withdrawn request', path: written.withdrawnPath },
    { name: 'ended project', path: written.endedPath },
    { name: 'profile', path: '/profile' },
    {
      name: 'work to edit',
      path: '/profile',
      press: [tTalent('edit.item.menu', { title: field('portfolio-title') }), exactly(tTalent('edit.item.edit'))],
      isDialog: true,
    },
    { name: 'availability', path: '/appointments?view=availability' },
    {
      name: 'service to remove',
      path: '/appointments?view=availability',
      press: [tBookings('service.remove', { title: field('service-title') })],
      isDialog: true,
    },
    {
      name: 'service to edit',
      path: '/appointments?view=availability',
      press: [tBookings('service.edit', { title: field('service-title') })],
    },
    { name: 'booking', path: `/booking/confirm/${written.bookedId}` },
    { name: 'declined booking', path: `/booking/confirm/${written.declinedId}` },
    { name: 'overturned booking', path: `/booking/confirm/${written.overturnedId}` },
    { name: 'booking cancelled by an admin', path: `/booking/confirm/${written.adminCancelledId}` },
    {
      name: 'booking to decline',
      path: `/booking/confirm/${written.unansweredId}`,
      press: [exactly(tBookings('request.decline'))],
      isDialog: true,
    },
    { name: 'lobby', path: `/rooms/${written.chairProjectId}` },
    { name: 'offer to edit', path: written.offeredPath, press: [tCommissions('editor.open.edit')] },
    { name: 'offer to withdraw', path: written.offeredPath, press: [tCommissions('withdraw.open')], isDialog: true },
    { name: 'milestone to start', path: '/dashboard', press: [act(tDashboard('act.start'))], isDialog: true },
    {
      name: 'version to submit',
      path: '/dashboard',
      press: [act(tDashboard('act.submit', { number: 1 }))],
      isDialog: true,
    },
    {
      name: 'passkey to rename',
      path: '/settings/security',
      press: [tSettings('passkey.rename.label', { name: field('passkey-name') })],
      isDialog: true,
    },
    {
      name: 'passkey to remove',
      path: '/settings/security',
      press: [tSettings('passkey.remove.label', { name: field('passkey-name') })],
      isDialog: true,
    },
    { name: 'payout', path: '/payment', press: [exactly(tPayments('payout.open'))], isDialog: true },
    { name: 'payout account', path: '/payment', press: [exactly(tPayments('account.change'))], isDialog: true },
    { name: 'entries of a sum', path: '/payment?of=creator.protected&currency=EUR', isDialog: true },
  ]
}

/** The account that a creator confirms while their payouts are stopped. */
export const accountToConfirm: Place = {
  name: 'payout account to confirm',
  path: '/payment',
  press: [tPayments('account.confirm')],
  isDialog: true,
}

/** Returns what a client opens on a phone, where it is a sheet: the filters of the search, with a skill chosen. */
export const phonePlaces = ({ texts }: WrittenTexts): Place[] => [
  {
    name: 'filters',
    path: `/search?${new URLSearchParams({ skill: texts['skill'] ?? '' })}`,
    press: [exactly(tTalent('filters.open', { count: 1 }))],
    isDialog: true,
  },
]

/** Returns what an admin opens of the work of others. */
export const adminPlaces = ({ bookedId, noShowId, ticketId, disputeId }: WrittenTexts): Place[] => [
  { name: 'dispute', path: `/admin/disputes/${disputeId}` },
  { name: 'ticket', path: `/admin/tickets/${ticketId}` },
  { name: 'booking', path: `/booking/confirm/${bookedId}` },
  {
    name: 'booking to cancel',
    path: `/booking/confirm/${bookedId}`,
    press: [exactly(tBookings('admin.cancel'))],
    isDialog: true,
  },
  { name: 'no-shows', path: '/appointments?view=no-shows' },
  {
    name: 'no-show to overturn',
    path: `/booking/confirm/${noShowId}`,
    press: [exactly(tBookings('admin.overturn'))],
    isDialog: true,
  },
]

/** The public pages, as a stranger sees them. */
export const strangersPlaces: readonly Place[] = [
  { name: 'creators', path: '/explore' },
  { name: 'public page', path: '/explore/kenji-arai' },
  { name: 'work', path: '/explore/kenji-arai', press: [field('portfolio-title')] },
  { name: 'page to report', path: '/explore/kenji-arai', press: [tExplore('report')], isDialog: true },
]
