import { type Booking as BookingView } from '@veranda/contract/bookings/schemas.ts'
import { type ChargebackJson, toChargebackFlag } from '../../platform/ledger/chargeback-flag.ts'
import { outcomesFor } from '@veranda/core/bookings/attendance/attendance.ts'
import { joinWindow, type PresenceInterval, presentMinutes } from '@veranda/core/bookings/attendance/presence.ts'
import { bookingActionsFor } from '@veranda/core/bookings/booking-actions.ts'
import {
  type Booking,
  type ConfirmedBooking,
  type DecidedBooking,
  endOf,
  isDecided,
  isMeeting,
  joinUrl,
  paymentOf,
  priceOf,
  type Side,
  type WaitingBooking,
} from '@veranda/core/bookings/booking.ts'
import { payoutDelayMs } from '@veranda/core/bookings/services/hourly-service.ts'
import { type ChargeState } from '@veranda/core/payments/charges/charge-states.ts'
import { chargeActionsFor, chargeStatus } from '@veranda/core/payments/charges/charge.ts'
import { type RefundState } from '@veranda/core/payments/refunds/refund.ts'
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
  return {
    id: booking.id,
    version: booking.version,
    ...toStateDto(row, booking, viewerRole),
    // The bank has given it back.
    ...(row.chargeback?.state === 'lost' && { money: null }),
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
    cost: toCostDto(booking),
    policy: terms.policy.map(({ hoursBefore, refundPercent }) => ({ hoursBefore, refundPercent })),
    note: booking.note,
    now: toIso(now),
    charge: viewerRole === 'client' ? toChargeDto(row, now) : null,
    chargeback: toChargebackFlag(row.chargeback),
    attendanceUnclear: isDecided(booking) && booking.attendanceUnclear,
    actions: offerableActions(bookingActionsFor(booking, viewerRole, now), paymentsOn),
    outcomes: outcomesFor(booking, viewerRole, now),
    // A card that is closed is private.
    refundFailed: viewerRole === 'client' && row.refund_state === 'failed',
    history: row.history
      .filter(({ type }) => !hiddenHistoryTypes.has(type))
      .map(({ type, actor_id: actor, at }) => ({
        type: type.replace('booking.', ''),
        by: actor === null ? null : actor === row.client_id ? 'client' : actor === row.creator_id ? 'creator' : 'admin',
        at: toIso(at),
      })),
  }
}

function toCostDto(booking: Booking): BookingView['cost'] {
  const split = priceOf(booking)
  if (!split) return null
  const { price, clientPays, creatorReceives, currency } = split
  return {
    price: { amount: price, currency },
    clientPays: { amount: clientPays, currency },
    creatorReceives: { amount: creatorReceives, currency },
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

type StateFields =
  | 'state'
  | 'expiresAt'
  | 'proposal'
  | 'join'
  | 'attendedMinutes'
  | 'ended'
  | 'money'
  | 'refund'
  | 'calendarUrl'
type StateDto = BookingView extends infer One ? (One extends BookingView ? Pick<One, StateFields> : never) : never
/** The money of a booking in a state. */
type MoneyIn<State extends Booking['state'], One = StateDto> = One extends StateDto
  ? State extends One['state']
    ? One['money']
    : never
  : never
type VoidedMoney = { place: 'voided'; amount: NonNullable<BookingView['refund']>; movesAt: null }
type SettledMoney = Exclude<NonNullable<MoneyIn<'completed'>>, { place: 'protected' }>

/** Returns the state of a booking with the fields that belong to it. */
function toStateDto(row: BookingDetailsRow, booking: Booking, viewerRole: Side | 'admin'): StateDto {
  const none = {
    expiresAt: null,
    proposal: null,
    join: null,
    attendedMinutes: null,
    ended: null,
    refund: null,
    calendarUrl: null,
  }
  const hasFile = viewerRole !== 'admin' && hasCalendarFile(booking)
  const calendarUrl = hasFile ? `/api/bookings/${booking.id}/calendar.ics` : null
  switch (booking.state) {
    case 'reserved':
    case 'requested': {
      const { state, expiresAt } = booking
      return { ...none, state, expiresAt: toIso(expiresAt), money: toWaitingMoneyDto(row, booking) }
    }
    case 'confirmed':
    case 'in_session': {
      const { state } = booking
      const proposal = booking.state === 'confirmed' ? toProposalDto(booking) : null
      const money = toProtectedMoneyDto(booking)
      return { ...none, state, proposal, join: toJoinWindowDto(booking), money, calendarUrl }
    }
    case 'completed':
    case 'no_show_client':
    case 'no_show_creator':
    case 'no_show_both': {
      const { state, ended } = booking
      const attendedMinutes = toAttendedMinutes(row, booking)
      const money = toDecidedMoneyDto(row, booking)
      return { ...none, state, attendedMinutes, ended, money, refund: toRefundDto(booking), calendarUrl }
    }
    case 'declined':
      return { ...none, state: booking.state, ended: booking.ended, ...toCalledOffMoneyDto(row, booking) }
    case 'cancelled':
      return { ...none, state: booking.state, ended: booking.ended, ...toCalledOffMoneyDto(row, booking), calendarUrl }
    case 'expired':
      return { ...none, state: booking.state, ended: booking.ended, ...toCalledOffMoneyDto(row, booking) }
    case 'withdrawn':
      return { ...none, state: booking.state, ...toCalledOffMoneyDto(row, booking) }
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

function toWaitingMoneyDto(row: BookingDetailsRow, booking: WaitingBooking): MoneyIn<'reserved'> {
  const { attempt } = booking
  if (!attempt) return paymentOf(booking) ? toProtectedMoneyDto(booking) : toVoidedMoneyDto(row, booking)
  const { stage, amount, currency } = attempt
  return { place: stage === 'authorised' ? stage : 'charging', amount: { amount, currency }, movesAt: null }
}

/** Returns the money of a paid booking until it is settled. */
function toProtectedMoneyDto(booking: Booking): MoneyIn<'confirmed'> {
  const price = priceOf(booking)
  if (!price || paymentOf(booking)?.settled !== false) return null
  return { place: 'protected', amount: { amount: price.price, currency: price.currency }, movesAt: null }
}

function toDecidedMoneyDto(row: BookingDetailsRow, booking: DecidedBooking): MoneyIn<'completed'> {
  const money = toProtectedMoneyDto(booking)
  return money ? { ...money, movesAt: toIso(after(endOf(booking), payoutDelayMs)) } : toSettledMoneyDto(row, booking)
}

function toCalledOffMoneyDto(
  row: BookingDetailsRow,
  booking: Booking,
): { money: MoneyIn<'cancelled'>; refund: BookingView['refund'] } {
  const money = paymentOf(booking)
    ? (toProtectedMoneyDto(booking) ?? toSettledMoneyDto(row, booking))
    : toVoidedMoneyDto(row, booking)
  return { money, refund: toRefundDto(booking) }
}

/** Returns what was authorised on the client's card and never taken. */
function toVoidedMoneyDto({ charge }: BookingDetailsRow, booking: Booking): VoidedMoney | null {
  const price = priceOf(booking)
  if (!price || (charge?.state !== 'authorised' && charge?.state !== 'voided')) return null
  return { place: 'voided', amount: { amount: price.clientPays, currency: price.currency }, movesAt: null }
}

function toSettledMoneyDto(row: BookingDetailsRow, booking: Booking): SettledMoney | null {
  const price = priceOf(booking)
  const refunded = paymentOf(booking)?.refunded
  if (!price || refunded === undefined) return null
  const moneyDto = (place: SettledMoney['place'], amount: number): SettledMoney => ({
    place,
    amount: { amount, currency: price.currency },
    movesAt: null,
  })
  if (refunded === price.clientPays) return moneyDto(row.charge?.refunded ? 'refunded' : 'refunding', refunded)
  if (refunded > 0) return moneyDto('partly-refunded', refunded)
  return moneyDto(row.available ? 'available' : 'pending', price.price)
}

function toRefundDto(booking: Booking): BookingView['refund'] {
  const price = priceOf(booking)
  const refunded = paymentOf(booking)?.refunded ?? 0
  return price && refunded > 0 ? { amount: refunded, currency: price.currency } : null
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
  refund_state: RefundState | null
  chargeback: ChargebackJson | null
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
