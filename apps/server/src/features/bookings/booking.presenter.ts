import { type Booking as BookingView } from '@veranda/contract/bookings/schemas.ts'
import { joinWindow, type PresenceInterval, presentMinutes } from '@veranda/core/bookings/attendance/presence.ts'
import { bookingActionsFor } from '@veranda/core/bookings/booking-actions.ts'
import {
  attemptOf,
  type Booking,
  type ConfirmedBooking,
  endOf,
  isDecided,
  isMeeting,
  joinUrl,
  paymentOf,
  priceOf,
  type Side,
} from '@veranda/core/bookings/booking.ts'
import { fullRefundUntil } from '@veranda/core/bookings/services/cancellation-policy.ts'
import { payoutDelayMs } from '@veranda/core/bookings/services/hourly-service.ts'
import { type ChargeState } from '@veranda/core/payments/charges/charge-states.ts'
import { chargeActionsFor, chargeStatus } from '@veranda/core/payments/charges/charge.ts'
import { offerableActions } from '@veranda/core/payments/payments-off.ts'
import { after, type Instant, minute, toIso } from '@veranda/core/time/instant.ts'
import { toUserSummaryDto, type UserSummaryRow } from '../../platform/access/user.presenter.ts'
import { type BookingRow, toBooking } from './booking.repository.ts'

const hiddenHistoryTypes = new Set([
  'booking.settled',
  'booking.reminded',
  'booking.payment-started',
  'booking.payment-failed',
  'booking.capture-started',
])

/** Maps a booking as one side, or an admin, sees it now. */
export function toBookingDto(
  row: BookingDetailsRow,
  viewerRole: Side | 'admin',
  { now, paymentsOn }: { now: Instant; paymentsOn: boolean },
): BookingView {
  const booking = toBooking(row)
  const { terms, startsAt } = booking
  const price = priceOf(booking)
  const inCurrency = (amount: number) => (price ? { amount, currency: price.currency } : null)
  const refundUntil = fullRefundUntil(terms.policy, startsAt)
  const refunded = paymentOf(booking)?.refunded ?? 0
  return {
    id: booking.id,
    version: booking.version,
    ...toStateDto(row, booking),
    viewerRole,
    service: {
      id: booking.serviceId,
      title: terms.title,
      minutes: terms.minutes,
      confirmation: terms.confirmation,
    },
    creator: toUserSummaryDto(row.creator),
    client: toUserSummaryDto(row.client),
    startsAt: toIso(startsAt),
    endsAt: toIso(endOf(booking)),
    zones: booking.zones,
    price: price ? inCurrency(price.price) : null,
    clientPays: price ? inCurrency(price.clientPays) : null,
    creatorReceives: price ? inCurrency(price.creatorReceives) : null,
    policy: terms.policy.map(({ hoursBefore, refundPercent }) => ({ hoursBefore, refundPercent })),
    fullRefundUntil: refundUntil === undefined ? null : toIso(refundUntil),
    note: booking.note,
    now: toIso(now),
    charge: viewerRole === 'client' ? toChargeDto(row, now) : null,
    money: toMoneyDto(row, booking),
    refund: refunded > 0 ? inCurrency(refunded) : null,
    attendanceUnclear: isDecided(booking) && booking.attendanceUnclear,
    actions: offerableActions(bookingActionsFor(booking, viewerRole, now), paymentsOn),
    history: row.history
      .filter(({ type }) => !hiddenHistoryTypes.has(type))
      .map(({ type, actor_id: actor, at }) => ({
        type: type.replace('booking.', ''),
        by: actor === null ? null : actor === row.client_id ? 'client' : actor === row.creator_id ? 'creator' : 'admin',
        at: toIso(at),
      })),
    calendarUrl: viewerRole !== 'admin' && hasCalendarFile(booking) ? `/api/bookings/${booking.id}/calendar.ics` : null,
  }
}

function toChargeDto({ charge }: BookingDetailsRow, now: Instant): BookingView['charge'] {
  if (!charge) return null
  const { id, state, expires_at: expiresAt } = charge
  return {
    id,
    ...chargeStatus(charge),
    expiresAt: toIso(expiresAt),
    actions: chargeActionsFor({ state, expiresAt }, now),
  }
}

type StateFields = 'state' | 'expiresAt' | 'proposal' | 'join' | 'attendedMinutes' | 'ended'
type StateDto = BookingView extends infer One ? (One extends BookingView ? Pick<One, StateFields> : never) : never

/** Returns the state of a booking with the fields that belong to it. */
function toStateDto(row: BookingDetailsRow, booking: Booking): StateDto {
  const none = { expiresAt: null, proposal: null, join: null, attendedMinutes: null, ended: null }
  switch (booking.state) {
    case 'reserved':
    case 'requested':
      return { ...none, state: booking.state, expiresAt: toIso(booking.expiresAt) }
    case 'confirmed':
      return { ...none, state: booking.state, proposal: toProposalDto(booking), join: toJoinWindowDto(booking) }
    case 'in_session':
      return { ...none, state: booking.state, join: toJoinWindowDto(booking) }
    case 'completed':
    case 'no_show_client':
    case 'no_show_creator':
    case 'no_show_both': {
      const { state, ended } = booking
      return { ...none, state, attendedMinutes: toAttendedMinutes(row, booking), ended }
    }
    case 'declined':
    case 'cancelled':
      return { ...none, state: booking.state, ended: booking.ended }
    case 'expired':
      return { ...none, state: booking.state, ended: booking.ended }
    case 'withdrawn':
      return { ...none, state: booking.state }
  }
}

function toProposalDto({ proposal, terms }: ConfirmedBooking): BookingView['proposal'] {
  return (
    proposal && {
      by: proposal.by,
      startsAt: toIso(proposal.startsAt),
      endsAt: toIso(after(proposal.startsAt, terms.minutes * minute)),
      note: proposal.note,
      expiresAt: toIso(proposal.expiresAt),
    }
  )
}

/** Returns when and where one can join; null if the booking is not confirmed or is over. */
export function toJoinDto(booking: Booking): BookingView['join'] {
  return isMeeting(booking) ? toJoinWindowDto(booking) : null
}

function toJoinWindowDto(booking: Pick<Booking, 'id' | 'startsAt' | 'terms'>): NonNullable<BookingView['join']> {
  const { from, to } = joinWindow({ startsAt: booking.startsAt, endsAt: endOf(booking) })
  return { from: toIso(from), until: toIso(to), url: joinUrl(booking.id) }
}

/**
 * Returns true if the booking has a calendar file: once confirmed, also after its cancellation; never for a request.
 */
export function hasCalendarFile(booking: Booking): boolean {
  if (booking.state === 'cancelled') return booking.sequence > 0
  return isMeeting(booking) || isDecided(booking)
}

function toAttendedMinutes(row: BookingDetailsRow, booking: Booking): NonNullable<BookingView['attendedMinutes']> {
  const meeting = { startsAt: booking.startsAt, endsAt: endOf(booking) }
  const presence = toPresence(row)
  return {
    client: presentMinutes(meeting, presence, 'client'),
    creator: presentMinutes(meeting, presence, 'creator'),
  }
}

function toMoneyDto(row: BookingDetailsRow, booking: Booking): BookingView['money'] {
  const price = priceOf(booking)
  if (!price) return null
  const moneyDto = (
    place: NonNullable<BookingView['money']>['place'],
    amount: number,
    movesAt: Instant | null = null,
  ) => ({
    place,
    amount: { amount, currency: price.currency },
    movesAt: movesAt === null ? null : toIso(movesAt),
  })
  const attempt = attemptOf(booking)
  if (attempt) return moneyDto(attempt.stage === 'authorised' ? 'authorised' : 'charging', attempt.amount)
  const payment = paymentOf(booking)
  if (!payment) {
    const { charge } = row
    return charge?.state === 'authorised' || charge?.state === 'voided' ? moneyDto('voided', price.clientPays) : null
  }
  const { refunded, settled } = payment
  if (!settled) {
    return moneyDto('protected', price.price, isDecided(booking) ? after(endOf(booking), payoutDelayMs) : null)
  }
  if (refunded === price.clientPays) return moneyDto(row.charge?.refunded ? 'refunded' : 'refunding', refunded)
  if (refunded > 0) return moneyDto('partly-refunded', refunded)
  return moneyDto(row.available ? 'available' : 'pending', price.price)
}

/** A booking with everything that its page shows. */
export type BookingDetailsRow = BookingRow & {
  client: UserSummaryRow
  creator: UserSummaryRow
  charge: {
    id: string
    state: ChargeState
    failure: string | null
    expires_at: Instant
    refunded: boolean
  } | null
  available: boolean
  presence: { user_id: string; entered_at: Instant; left_at: Instant | null }[]
  history: { type: string; actor_id: string | null; at: Instant }[]
}

/** Maps the presence rows of both users to sides. */
export function toPresence(row: BookingDetailsRow): PresenceInterval[] {
  return row.presence.map((one) => ({
    side: one.user_id === row.client_id ? 'client' : 'creator',
    from: one.entered_at,
    to: one.left_at,
  }))
}
