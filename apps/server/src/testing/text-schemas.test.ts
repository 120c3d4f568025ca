import {
  sentStrings,
  shownTexts as shown,
  type TextField,
  unshownTexts,
} from '@veranda/contract/testing/text-fields.ts'
import { expect, test } from 'vitest'
import { parseInput } from '../platform/http/parse-input.ts'

const accepts = ({ schema }: TextField, text: string) => parseInput(schema, text).ok

const controls = ['\u0007', '\u001b', '\u007f', '\u0085', '\u009f', '\v', '\r']
const formats = ['\u200b', '\u00ad', '\u2060', '\ufeff', '\u{e0041}']
const directions = ['\u202a', '\u202e', '\u2066', '\u2069']
const isMultiline = (field: TextField) => accepts(field, 'one\ntwo\tthree')
const places = (fields: readonly TextField[]) => [...new Set(fields.map(({ place }) => place))].toSorted()

test('every text is refused with control characters, and a line with direction marks or invisible formats as well, by its own code', () => {
  expect(shown.length).toBeGreaterThan(40)
  const failures = shown.flatMap((field) =>
    // A text of several lines takes a carriage return as a line break.
    (isMultiline(field)
      ? controls.filter((character) => character !== '\r')
      : [...controls, ...directions, ...formats]
    ).flatMap((character) => {
      const result = parseInput(field.schema, `a long enough${character}text`)
      const isRefused = !result.ok && result.code === 'text.hidden-characters'
      return isRefused ? [] : [`${field.place} with U+${character.codePointAt(0)?.toString(16)}`]
    }),
  )
  expect(failures).toEqual([])
})

test('these are lines, and every other text may have several', () => {
  expect(places(shown.filter((field) => !isMultiline(field)))).toMatchInlineSnapshot(`
    [
      "PATCH /accounts/me.name",
      "PATCH /accounts/passkeys/:id.name",
      "PATCH /profile.headline",
      "PATCH /profile.skills[]",
      "PATCH /profile/listing.handle",
      "PATCH /profile/package-services/:id.title",
      "PATCH /profile/portfolio/:id.title",
      "POST /accounts/register.name",
      "POST /accounts/social/register.name",
      "POST /admin/failed-work/drop.id",
      "POST /admin/failed-work/retry.id",
      "POST /admin/queues/:queue/owner.caseId",
      "POST /admin/tickets/:id/links.address",
      "POST /analytics/errors.message",
      "POST /change-orders/:id/counter.milestones[].title",
      "POST /commissions/:id/change-orders.milestones[].title",
      "POST /commissions/:id/counter-offers.content.milestones[].title",
      "POST /commissions/:id/offers.content.milestones[].title",
      "POST /milestones/:id/pins.part",
      "POST /payments/refunds/:id/redirect.holder",
      "POST /pins/:id/place.part",
      "POST /profile/hourly-services.title",
      "POST /profile/package-services.title",
      "POST /profile/portfolio.title",
      "POST /projects.skills[]",
      "POST /projects.title",
      "PUT /payments/payout-account.holder",
      "PUT /profile/hourly-services/:id.title",
      "PUT /profile/schedule.absences[].note",
      "record note.on.part",
      "record scene.variant",
      "record stroke.on.part",
      "room.on.part",
    ]
  `)
  expect(places(shown.filter(isMultiline))).toMatchInlineSnapshot(`
    [
      "PATCH /profile.about",
      "PATCH /profile/package-services/:id.description",
      "PATCH /profile/portfolio/:id.description",
      "POST /admin/bookings/:id/cancel.reason",
      "POST /admin/bookings/:id/overturn.reason",
      "POST /admin/disputes/:id/confirm.reason",
      "POST /admin/disputes/:id/decide.reason",
      "POST /admin/disputes/:id/drop.reason",
      "POST /admin/disputes/:id/review.reason",
      "POST /admin/failed-work/drop.reason",
      "POST /admin/failed-work/retry.reason",
      "POST /admin/page-reports/:id/close.reason",
      "POST /admin/page-reports/:id/unlist.reason",
      "POST /admin/refunds/:id/retry.reason",
      "POST /admin/tickets/:id/answers.text",
      "POST /admin/tickets/:id/notes.text",
      "POST /admin/tickets/:id/replies.text",
      "POST /admin/tickets/:id/solve.reason",
      "POST /admin/users/:id/lift-suspension.reason",
      "POST /admin/users/:id/suspend.reason",
      "POST /bookings.note",
      "POST /bookings/:id/cancel.reason",
      "POST /bookings/:id/decline.reason",
      "POST /bookings/:id/move.note",
      "POST /bookings/:id/proposal.note",
      "POST /change-orders/:id/counter.milestones[].description",
      "POST /change-orders/:id/counter.reason",
      "POST /change-orders/:id/counter.scope",
      "POST /change-orders/:id/decline.reason",
      "POST /commissions.message",
      "POST /commissions/:id/change-orders.milestones[].description",
      "POST /commissions/:id/change-orders.reason",
      "POST /commissions/:id/change-orders.scope",
      "POST /commissions/:id/counter-offers.content.milestones[].description",
      "POST /commissions/:id/counter-offers.content.scope",
      "POST /commissions/:id/counter-offers.reason",
      "POST /commissions/:id/decline.reason",
      "POST /commissions/:id/offers.content.milestones[].description",
      "POST /commissions/:id/offers.content.scope",
      "POST /commissions/:id/offers.reason",
      "POST /commissions/:id/reviews.text",
      "POST /commissions/:id/settlements.reason",
      "POST /commissions/:id/withdraw.reason",
      "POST /conversations/:id/messages.message",
      "POST /disputes/:id/answer.text",
      "POST /disputes/:id/review.reason",
      "POST /disputes/:id/terms.reason",
      "POST /explore/:handle/reports.message",
      "POST /milestones/:id/deliverables.notes",
      "POST /milestones/:id/disputes.text",
      "POST /milestones/:id/pins.text",
      "POST /milestones/:id/refund.reason",
      "POST /milestones/:id/request-changes.items[]",
      "POST /milestones/:id/request-extension.reason",
      "POST /pins/:id/messages.text",
      "POST /pins/:id/state.text",
      "POST /profile/hourly-services.description",
      "POST /profile/package-services.description",
      "POST /profile/portfolio.description",
      "POST /project-proposals/:id/decline.reason",
      "POST /projects.brief",
      "POST /projects/:id/cancel.reason",
      "POST /reviews/:id/answer.text",
      "POST /settlements/:id/counter.reason",
      "POST /settlements/:id/decline.reason",
      "POST /support.message",
      "POST /support/tickets/:id/replies.text",
      "PUT /messages/:id.message",
      "PUT /profile/hourly-services/:id.description",
      "chat_message.message",
      "message:send.message",
      "record note.text",
    ]
  `)
})

test('line breaks of any kind arrive as one kind', () => {
  for (const { schema } of shown.filter(isMultiline)) {
    expect(parseInput(schema, 'one\r\ntwo\rthree\n')).toEqual({ ok: true, value: 'one\ntwo\nthree' })
  }
})

test('a text of several lines keeps the direction marks of a pasted telephone number', () => {
  const pasted = 'Call me: \u202a+351\u00a0912\u00a0345\u00a0678\u202c'
  for (const { schema } of shown.filter(isMultiline)) {
    expect(parseInput(schema, pasted)).toEqual({ ok: true, value: pasted })
  }
})

test('names in scripts written from right to left and with joiners are accepted', () => {
  for (const field of shown)
    expect([field.place, accepts(field, 'ليلى\u200f علی\u200cرضا 👩\u200d🚀')]).toEqual([field.place, true])
})

test('what is listed as not shown is in the contract', () => {
  expect(unshownTexts.filter((place) => !sentStrings.some((field) => field.place === place))).toEqual([])
})
