import type { Route } from '@veranda/contract/route.ts'
import { shownTexts } from '@veranda/contract/testing/text-fields.ts'
import type { ApiClient } from '../support/api-client.ts'
import { isScript } from './payloads.ts'

/** Texts of the contract that the journey writes no script into, each with why. */
const unfilled: Readonly<Record<string, string>> = {
  'POST /accounts/register.name': 'the same name as that of PATCH /accounts/me',
  'POST /accounts/social/register.name': 'the same name as that of PATCH /accounts/me',
  'POST /analytics/errors.message':
    'loses what a user may have written, and admins read it on the console as plain text',
  'POST /bookings/:id/move.note': 'not kept: a move without consent asks nobody',
  'POST /payments/refunds/:id/redirect.holder': 'kept by the payment provider alone; no screen shows it',
  'POST /admin/tickets/:id/replies.text': 'the same text as that of POST /support/tickets/:id/replies',
  'POST /admin/tickets/:id/links.address': 'not kept: only the id in it is',
  'POST /admin/queues/:queue/owner.caseId': 'the id of a case',
  'POST /admin/failed-work/retry.id': 'the id of a case',
  'POST /admin/failed-work/retry.reason': 'kept in the audit log alone, which shows it as JSON',
  'POST /admin/failed-work/drop.id': 'the id of a case',
  'POST /admin/failed-work/drop.reason': 'kept in the audit log alone, which shows it as JSON',
  'POST /admin/page-reports/:id/close.reason': 'kept in the audit log alone, which shows it as JSON',
  'POST /admin/users/:id/lift-suspension.reason': 'kept in the audit log alone, which shows it as JSON',
  'POST /admin/users/:id/suspend.reason': 'read by the suspended user at the sign-in, where the journey would end',
  'POST /admin/page-reports/:id/unlist.reason': 'the same reason as that of npm run admin -- unlist',
  'POST /admin/refunds/:id/retry.reason': 'kept in the audit log alone, which shows it as JSON',
  'POST /admin/disputes/:id/confirm.reason': 'kept in the audit log alone, which shows it as JSON',
  'POST /admin/disputes/:id/drop.reason': 'kept in the audit log alone, which shows it as JSON',
  'PATCH /profile/listing.handle': 'kept only with letters a to z, digits and hyphens',
  'PATCH /profile/package-services/:id.title': 'the same title as that of POST',
  'PATCH /profile/package-services/:id.description': 'the same description as that of POST',
  'PATCH /profile/portfolio/:id.title': 'the same title as that of POST',
  'PATCH /profile/portfolio/:id.description': 'the same description as that of POST',
  'POST /explore/:handle/reports.message': 'drawn on the admin page of the report, as the texts of tickets are',
  'record scene.variant': 'chooses a variant of the model, of which the label in the model is shown',
  'record stroke.on.part': 'the same target as that of a note',
  'room.on.part': 'tells the place of a stroke while it is drawn; its text is not shown',
  'message:send.message': 'the use case of POST /conversations/:id/messages',
  'chat_message.message': 'the use case of POST /conversations/:id/messages',
}

/** Texts of the contract that the journey writes script into: what it did write is compared with this list. */
export const filledTexts: readonly string[] = [
  'PATCH /accounts/me.name',
  'PATCH /accounts/passkeys/:id.name',
  'PATCH /profile.about',
  'PATCH /profile.headline',
  'PATCH /profile.skills[]',
  'POST /admin/bookings/:id/cancel.reason',
  'POST /admin/bookings/:id/overturn.reason',
  'POST /admin/disputes/:id/decide.reason',
  'POST /admin/disputes/:id/review.reason',
  'POST /admin/tickets/:id/answers.text',
  'POST /admin/tickets/:id/notes.text',
  'POST /admin/tickets/:id/solve.reason',
  'POST /bookings.note',
  'POST /bookings/:id/cancel.reason',
  'POST /bookings/:id/decline.reason',
  'POST /bookings/:id/proposal.note',
  'POST /change-orders/:id/counter.milestones[].description',
  'POST /change-orders/:id/counter.milestones[].title',
  'POST /change-orders/:id/counter.reason',
  'POST /change-orders/:id/counter.scope',
  'POST /change-orders/:id/decline.reason',
  'POST /commissions.message',
  'POST /commissions/:id/change-orders.milestones[].description',
  'POST /commissions/:id/change-orders.milestones[].title',
  'POST /commissions/:id/change-orders.reason',
  'POST /commissions/:id/change-orders.scope',
  'POST /commissions/:id/counter-offers.content.milestones[].description',
  'POST /commissions/:id/counter-offers.content.milestones[].title',
  'POST /commissions/:id/counter-offers.content.scope',
  'POST /commissions/:id/counter-offers.reason',
  'POST /commissions/:id/decline.reason',
  'POST /commissions/:id/offers.content.milestones[].description',
  'POST /commissions/:id/offers.content.milestones[].title',
  'POST /commissions/:id/offers.content.scope',
  'POST /commissions/:id/offers.reason',
  'POST /commissions/:id/reviews.text',
  'POST /commissions/:id/settlements.reason',
  'POST /commissions/:id/withdraw.reason',
  'POST /conversations/:id/messages.message',
  'POST /disputes/:id/answer.text',
  'POST /disputes/:id/review.reason',
  'POST /disputes/:id/terms.reason',
  'POST /milestones/:id/deliverables.notes',
  'POST /milestones/:id/disputes.text',
  'POST /milestones/:id/pins.part',
  'POST /milestones/:id/pins.text',
  'POST /milestones/:id/refund.reason',
  'POST /milestones/:id/request-changes.items[]',
  'POST /milestones/:id/request-extension.reason',
  'POST /pins/:id/messages.text',
  'POST /pins/:id/place.part',
  'POST /pins/:id/state.text',
  'POST /profile/hourly-services.description',
  'POST /profile/hourly-services.title',
  'POST /profile/package-services.description',
  'POST /profile/package-services.title',
  'POST /profile/portfolio.description',
  'POST /profile/portfolio.title',
  'POST /project-proposals/:id/decline.reason',
  'POST /projects.brief',
  'POST /projects.skills[]',
  'POST /projects.title',
  'POST /projects/:id/cancel.reason',
  'POST /reviews/:id/answer.text',
  'POST /settlements/:id/counter.reason',
  'POST /settlements/:id/decline.reason',
  'POST /support.message',
  'POST /support/tickets/:id/replies.text',
  'PUT /messages/:id.message',
  'PUT /payments/payout-account.holder',
  'PUT /profile/hourly-services/:id.description',
  'PUT /profile/hourly-services/:id.title',
  'PUT /profile/schedule.absences[].note',
  'record note.on.part',
  'record note.text',
]

/** Returns a client that records the places of the contract into which its calls write script. */
export function recordTexts(client: ApiClient, filled: Set<string>): ApiClient {
  return {
    ...client,
    call(route, options) {
      for (const place of scriptPlaces(options?.body, placeOf(route, options?.params))) filled.add(place)
      return client.call(route, options)
    },
  }
}

/** The value of a record of a room has a schema for each kind, and with it a place. */
function placeOf({ method, path }: Route, params: unknown): { readonly body: string; readonly value?: string } {
  const body = `${method} ${path}`
  if (body !== 'PUT /rooms/:id/records/:key') return { body }
  // The parameters of that route.
  const { key } = params as { key: string }
  return { body, value: `record ${key.split(':', 1)[0]}` }
}

function scriptPlaces(body: unknown, { body: place, value }: ReturnType<typeof placeOf>): string[] {
  if (value === undefined) return findScript(body, place)
  // The body of that route.
  return findScript((body as { value: unknown }).value, value)
}

function findScript(value: unknown, place: string): string[] {
  if (typeof value === 'string') return isScript(value) ? [place] : []
  if (Array.isArray(value)) return value.flatMap((item) => findScript(item, `${place}[]`))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, item]) => findScript(item, `${place}.${name}`))
}

/** Returns the texts of the contract in neither list, and what is listed without need. */
export function findUnlistedTexts(): string[] {
  const places = new Set(shownTexts.map(({ place }) => place))
  const filled = new Set(filledTexts)
  return [
    ...[...places].filter((place) => !filled.has(place) && !(place in unfilled)),
    ...filledTexts.filter((place) => !places.has(place)),
    ...Object.keys(unfilled).filter((place) => filled.has(place) || !places.has(place)),
  ]
}
