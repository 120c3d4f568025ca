import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import {
  acceptBookingMove,
  bookReservation,
  cancelBooking,
  confirmBooking,
  declineBooking,
  listSlots,
  overturnNoShow,
  payBooking,
  previewCancellation,
  proposeBookingMove,
  readBooking,
  readBookingAsAdmin,
} from '@veranda/contract/bookings/routes.ts'
import { type Booking } from '@veranda/contract/bookings/schemas.ts'
import { attendanceOutcomes } from '@veranda/core/bookings/booking-states.ts'
import { readConfig } from '@veranda/contract/config/routes.ts'
import { chargeChanged } from '@veranda/contract/payments/events.ts'
import { listPaymentMethods } from '@veranda/contract/payments/routes.ts'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { setUserTimeZone } from '../../lib/i18n/format.ts'
import { queryCache, queryKeyOf } from '../../lib/api/query.ts'
import { type ContractServer, contractServer } from '../../lib/testing/contract-server.ts'
import { sampleAccount, sampleConfig } from '../../lib/testing/samples.ts'
import { syncServerClock } from '../../lib/realtime/server-clock.ts'
import { loadTranslations } from '../../lib/i18n/i18n.ts'
import { connectRealtime } from '../../lib/realtime/realtime.ts'
import { registerBookingEvents } from './events.ts'
import { BookingView } from './booking-view.tsx'
import { sampleBooking, sampleNow, sampleSlots } from './testing/sample-bookings.ts'
import { renderInApp } from './testing/render.tsx'

const socket = vi.hoisted(() => ({
  receive: (() => undefined) as (name: string, payload: unknown) => void,
}))
vi.mock('socket.io-client', () => ({
  io: () => ({ on: () => undefined, onAny: (listener: typeof socket.receive) => (socket.receive = listener) }),
}))

beforeAll(() => loadTranslations('bookings', 'common', 'errors', 'payments'))
beforeEach(() => {
  setUserTimeZone('Europe/Lisbon')
  syncServerClock(sampleNow)
})
afterEach(() => {
  cleanup()
  queryCache.clear()
})

const methods = {
  sandbox: true,
  movesClock: true,
  items: [{ token: 'card_succeeds', brand: 'Visa', last4: '4242', behaviour: 'succeeds' }],
}
const id = sampleBooking().id

/** Shows a booking in a state, after the test has prepared further replies of the server. */
function open(more: Partial<Booking>, prepare: (server: ContractServer) => void = () => undefined): ContractServer {
  const server = contractServer()
  server.reply(readBooking, sampleBooking(more))
  server.reply(listSlots, sampleSlots([]))
  server.reply(listPaymentMethods, methods)
  server.reply(readConfig, sampleConfig)
  server.reply(readAccount, sampleAccount())
  prepare(server)
  renderInApp(<BookingView id={id} />)
  return server
}

const confirmed: Partial<Booking> = {
  state: 'confirmed',
  expiresAt: null,
  actions: ['move', 'cancel'],
  join: { from: '2026-11-26T09:50:00.000Z', until: '2026-11-26T11:00:00.000Z', url: `/rooms/${id}` },
  calendarUrl: `/api/bookings/${id}/calendar.ics`,
}

test('a reserved slot counts down, shows the price and the policy, and is paid with a card', async () => {
  const server = open({}, ({ reply }) => reply(payBooking, sampleBooking({ version: 4 })))
  expect((await screen.findByRole('timer')).textContent).toBe('15:00')
  expect(screen.getAllByText('€105.00').length).toBeGreaterThan(0)
  expect(screen.getByText(/Up to 3 days before the start, the client gets a full refund/)).toBeTruthy()
  expect(screen.getByText(/Up to 24 hours before the start, the client gets 50% back/)).toBeTruthy()
  const pay = screen.getByRole('button', { name: 'Pay €105.00 and book' })
  expect(pay).toHaveProperty('disabled', true)
  await userEvent.click(await screen.findByRole('radio', { name: /4242/ }))
  await userEvent.click(pay)
  await waitFor(() => expect(server.calls(payBooking)[0]?.body).toEqual({ expected: 3, method: 'card_succeeds' }))
})

test("a running payment follows the events of its charge; then the bank's code is asked for", async () => {
  registerBookingEvents()
  await connectRealtime(new Set())

  const money = { place: 'charging' as const, amount: { amount: 10_500, currency: 'EUR' }, movesAt: null }
  let state = sampleBooking({ money, actions: ['withdraw'] })
  open({}, ({ reply }) => reply(readBooking, () => state))
  expect(await screen.findByText('Waiting for the payment of €105.00')).toBeTruthy()
  const expiresAt = '2026-11-23T10:15:00.000Z'
  const charge = { id, state: 'needs_confirmation' as const, failure: null, expiresAt, actions: ['confirm' as const] }
  state = sampleBooking({ money, charge, actions: ['withdraw'] })
  const change = { id, version: 7, subject: { kind: 'booking', bookingId: id } }
  socket.receive(chargeChanged.name, change)
  expect(await screen.findByLabelText('Code')).toBeTruthy()
})

test('the time is shown in both zones', async () => {
  open({})
  expect(await screen.findByText('Your time, Lisbon')).toBeTruthy()
  expect(screen.getByText(/^For Kenji Mori: .*in Tokyo$/)).toBeTruthy()
})

test('a free reservation is booked without a card', async () => {
  const server = open({ cost: null, actions: ['book', 'withdraw'] }, ({ reply }) =>
    reply(bookReservation, sampleBooking(confirmed)),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Book this time' }))
  await waitFor(() => expect(server.calls(bookReservation)).toHaveLength(1))
})

test('an expired reservation says so and offers the next free times', async () => {
  open({ state: 'expired', expiresAt: null, actions: ['book-again'] }, ({ reply }) =>
    reply(listSlots, sampleSlots([], '2026-12-24T10:00:00.000Z')),
  )
  expect(await screen.findByText('Choose another time')).toBeTruthy()
  expect(await screen.findByRole('button', { name: /^Next free/ })).toBeTruthy()
})

test('a confirmed session shows when Join opens, and cannot be joined before', async () => {
  open(confirmed)
  expect(await screen.findByText(/^You can join 10 minutes before the start, in 3 days: /)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Join' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Add to calendar' }).getAttribute('href')).toBe(confirmed.calendarUrl)
})

test('from ten minutes before the start Join leads into the room', async () => {
  const soon = '2026-11-26T09:51:00.000Z'
  open({ ...confirmed, now: soon })
  expect((await screen.findByRole('link', { name: 'Join' })).getAttribute('href')).toBe(`/rooms/${id}`)
})

test('the refund is shown before the cancel button, and is sent along', async () => {
  const cancellation = {
    version: 3,
    paid: { amount: 10_500, currency: 'EUR' },
    refund: { amount: 5_250, currency: 'EUR' },
    authorised: null,
    refundPercent: 50,
    changesAt: '2026-11-25T10:00:00.000Z',
  }
  const server = open(confirmed, ({ reply }) => {
    reply(previewCancellation, cancellation)
    reply(cancelBooking, sampleBooking({ state: 'cancelled' }))
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel session' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText(/You get €52.50 back: 50% of the price/)).toBeTruthy()
  expect(dialog.getByText(/The refund is smaller after/)).toBeTruthy()
  await userEvent.click(await dialog.findByRole('button', { name: 'Cancel and get €52.50 back' }))
  await waitFor(() => expect(server.calls(cancelBooking)[0]?.body).toEqual({ expected: 3, reason: '', refund: 5250 }))
})

test('a refund that changed meanwhile cancels nothing, and shows the new amount', async () => {
  let refund = 10_500
  const answer = () => ({
    version: 3,
    paid: { amount: 10_500, currency: 'EUR' },
    refund: { amount: refund, currency: 'EUR' },
    authorised: null,
    refundPercent: refund === 10_500 ? 100 : 50,
    changesAt: null,
  })
  open(confirmed, ({ reply, refuse }) => {
    reply(previewCancellation, answer)
    refuse(cancelBooking, 409, 'booking.refund-changed', { detail: 'The refund has changed.' })
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel session' }))
  const dialog = within(await screen.findByRole('dialog'))
  const cancel = await dialog.findByRole('button', { name: 'Cancel and get €105.00 back' })
  refund = 5_250
  await userEvent.click(cancel)
  expect(await dialog.findByText('The refund has changed.')).toBeTruthy()
  expect(await dialog.findByRole('button', { name: 'Cancel and get €52.50 back' })).toBeTruthy()
})

test('the creator answers a request: confirms it, or declines it with a reason', async () => {
  const server = open(
    { state: 'requested', viewerRole: 'creator', actions: ['confirm', 'decline', 'cancel'] },
    ({ reply }) => {
      reply(confirmBooking, sampleBooking({ state: 'confirmed' }))
      reply(declineBooking, sampleBooking({ state: 'declined' }))
    },
  )
  expect(await screen.findByText(/You get €90.00 after the session/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Decline' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByRole('textbox'), 'Away that day')
  await userEvent.click(dialog.getByRole('button', { name: 'Decline' }))
  await waitFor(() => expect(server.calls(declineBooking)[0]?.body).toEqual({ expected: 3, reason: 'Away that day' }))
})

test('a new time proposed by the other side is accepted or declined', async () => {
  const server = open(
    {
      ...confirmed,
      actions: ['accept-move', 'decline-move', 'cancel'],
      proposal: {
        by: 'creator',
        startsAt: '2026-11-27T10:00:00.000Z',
        endsAt: '2026-11-27T11:00:00.000Z',
        note: 'My train is late.',
        expiresAt: '2026-11-26T08:00:00.000Z',
      },
    },
    ({ reply }) => reply(acceptBookingMove, sampleBooking(confirmed)),
  )
  expect(await screen.findByText('Kenji Mori proposes another time')).toBeTruthy()
  expect(screen.getByText('My train is late.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Accept new time' }))
  await waitFor(() => expect(server.calls(acceptBookingMove)).toHaveLength(1))
})

test('for each chosen time the dialog says whether the booking moves at once or asks, and the button does that', async () => {
  const near = '2026-11-24T08:00:00.000Z'
  const far = '2026-11-26T18:00:00.000Z'
  const server = open(
    { ...confirmed, startsAt: '2026-11-26T12:00:00.000Z', actions: ['move', 'propose-move', 'cancel'] },
    ({ reply }) => {
      reply(listSlots, sampleSlots([near, far]))
      reply(proposeBookingMove, sampleBooking(confirmed))
    },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Move' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(await dialog.findByRole('button', { name: /18:00|6:00/ }))
  expect(dialog.getByText('It moves right away, and Kenji Mori is notified.')).toBeTruthy()
  expect(dialog.getByRole('button', { name: /^Move to / })).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Previous week' }))
  await userEvent.click(await dialog.findByRole('button', { name: /8:00/ }))
  expect(dialog.getByText('Kenji Mori is asked first. Until they answer, the time stays as it is.')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: /^Propose / }))
  await waitFor(() => expect(server.calls(proposeBookingMove)[0]?.body).toEqual({ expected: 3, at: near }))
})

test('a no-show is shown with the minutes of both sides and a way to object', async () => {
  const attendedMinutes = { client: 0, creator: 10 }
  open({ state: 'no_show_client', expiresAt: null, actions: ['report-attendance'], attendedMinutes })
  expect(await screen.findByText('The client didn’t come')).toBeTruthy()
  expect(screen.getByText(/Maya Torres 0 min, Kenji Mori 10 min/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'That’s not what happened' })).toBeTruthy()
})

test('a booking that does not exist, or belongs to other users, is shown as not found', async () => {
  open({}, ({ refuse }) => refuse(readBooking, 404, 'booking.not-found'))
  expect(await screen.findByText('Session not found')).toBeTruthy()
})

test('after a conflict with another tab the page shows the current state', async () => {
  let state: Booking = sampleBooking({ cost: null, actions: ['book'] })
  open({}, ({ reply, refuse }) => {
    reply(readBooking, () => state)
    refuse(bookReservation, 409, 'booking.stale', { detail: 'It has changed.' })
  })
  const book = await screen.findByRole('button', { name: 'Book this time' })
  state = sampleBooking({ ...confirmed, version: 4, now: sampleNow })
  await userEvent.click(book)
  expect(await screen.findByText('You’re booked')).toBeTruthy()
})

test('a request only authorises the card: shown to the client, before cancelling, and while the card is being charged', async () => {
  const reserved = { place: 'authorised' as const, amount: { amount: 10_500, currency: 'EUR' }, movesAt: null }
  const asked: Partial<Booking> = { state: 'requested', money: reserved, actions: ['cancel'] }
  const offer = {
    version: 3,
    paid: null,
    refund: null,
    authorised: reserved.amount,
    refundPercent: 100,
    changesAt: null,
  }
  open(asked, ({ reply }) => reply(previewCancellation, offer))
  expect(await screen.findByText(/€105.00 is reserved on your card and charged once Kenji Mori confirms/)).toBeTruthy()
  expect(screen.getByText('Reserved on the card')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel session' }))
  expect(await screen.findByText('€105.00 is only reserved on the card. Nothing is charged.')).toBeTruthy()
  cleanup()
  queryCache.clear()
  open({ ...asked, money: { ...reserved, place: 'charging' } })
  expect(await screen.findByText(/Kenji Mori accepted. Your card is being charged/)).toBeTruthy()
})

test.each([
  ['no_show_both', 'Goes back to the client'],
  ['no_show_creator', 'Goes back to the client'],
  ['no_show_client', 'Goes to the creator'],
  ['completed', 'Goes to the creator'],
] as const)('a paid session that ended as %s shows who gets the money', async (state, to) => {
  const amount = { amount: 10_000, currency: 'EUR' }
  const money = { place: 'protected' as const, amount, movesAt: '2026-11-28T11:00:00.000Z' }
  open({ state, expiresAt: null, actions: [], money, attendedMinutes: { client: 0, creator: 0 } })
  expect(await screen.findByText(new RegExp(`^${to}`))).toBeTruthy()
})

test('when a session failed on our side both users read that it is being reviewed', async () => {
  const money = {
    place: 'protected' as const,
    amount: { amount: 10_000, currency: 'EUR' },
    movesAt: '2026-11-28T11:00:00.000Z',
  }
  open({
    state: 'completed',
    attendanceUnclear: true,
    expiresAt: null,
    actions: ['report-attendance', 'book-again'],
    money,
    attendedMinutes: { client: 0, creator: 0 },
  })
  expect(await screen.findByText(/^The room failed on our side\. The Veranda team looks/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'That’s not what happened' })).toBeTruthy()
})

describe('an admin', () => {
  const noShow: Partial<Booking> = {
    viewerRole: 'admin',
    state: 'no_show_both',
    expiresAt: null,
    actions: ['overturn'],
    outcomes: ['completed', 'no_show_client', 'no_show_creator'],
  }
  /** Only the route for admins finds the booking. */
  const prepare = ({ reply, refuse }: ContractServer) => {
    reply(readAccount, sampleAccount({ admin: true }))
    refuse(readBooking, 404, 'booking.not-found')
    reply(readBookingAsAdmin, sampleBooking(noShow))
    reply(overturnNoShow, sampleBooking({ ...noShow, version: 4, state: 'completed', actions: [] }))
  }

  test('opens a no-show by its address and overturns it with an outcome and a reason', async () => {
    const server = open({}, prepare)
    await userEvent.click(await screen.findByRole('button', { name: 'Change outcome' }))
    const dialog = within(await screen.findByRole('dialog'))
    const decide = dialog.getByRole('button', { name: 'Save decision' })
    // What the server offers and nothing else.
    expect(dialog.getAllByRole('radio')).toHaveLength(3)
    expect(dialog.queryByRole('radio', { name: /Neither came/ })).toBeNull()
    await userEvent.click(dialog.getByRole('radio', { name: /It took place/ }))
    expect(decide).toHaveProperty('disabled', true)
    await userEvent.type(dialog.getByRole('textbox'), 'They met by telephone')
    await userEvent.click(decide)
    await waitFor(() =>
      expect(server.calls(overturnNoShow)[0]?.body).toEqual({
        expected: 3,
        outcome: 'completed',
        reason: 'They met by telephone',
      }),
    )
  })

  test('decides a session that failed on our side, also that it took place', async () => {
    const amount = { amount: 10_000, currency: 'EUR' }
    const money = { place: 'protected' as const, amount, movesAt: '2026-11-28T11:00:00.000Z' }
    const outcomes = [...attendanceOutcomes]
    const failed = sampleBooking({ ...noShow, state: 'completed', attendanceUnclear: true, money, outcomes })
    const server = open({}, (prepared) => {
      prepare(prepared)
      prepared.reply(readBookingAsAdmin, failed)
    })
    expect(await screen.findByText(/^The room failed during this session/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Change outcome' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByRole('radio', { name: /It took place/ })).toBeTruthy()
    await userEvent.click(dialog.getByRole('radio', { name: /Neither came/ }))
    await userEvent.type(dialog.getByRole('textbox'), 'Our room failed')
    await userEvent.click(dialog.getByRole('button', { name: 'Save decision' }))
    await waitFor(() => expect(server.calls(overturnNoShow)[0]?.body).toMatchObject({ outcome: 'no_show_both' }))
  })

  test('keeps seeing the booking while it is being refetched', async () => {
    const server = open({}, prepare)
    const act = await screen.findByRole('button', { name: 'Change outcome' })
    server.reply(readBooking, () => new Promise(() => undefined))
    void queryCache.invalidateQueries()
    await waitFor(() => expect(queryCache.isFetching()).toBeGreaterThan(0))
    await waitFor(() =>
      expect(queryCache.getQueryState(queryKeyOf(readBooking, { params: { id } }))?.status).toBe('pending'),
    )
    expect(act.isConnected).toBe(true)
  })

  test("is required: no one else can see other users' bookings", async () => {
    const server = open({}, (prepared) => {
      prepare(prepared)
      prepared.reply(readAccount, sampleAccount())
    })
    expect(await screen.findByText('Session not found')).toBeTruthy()
    expect(server.calls(readBookingAsAdmin)).toEqual([])
  })

  test('cancels for both sides with the action of an admin, and has none of the sides', async () => {
    const upcoming = sampleBooking({
      ...confirmed,
      viewerRole: 'admin',
      calendarUrl: null,
      actions: ['cancel-as-admin'],
    })
    open({}, (server) => {
      prepare(server)
      server.reply(readBookingAsAdmin, upcoming)
    })
    expect(await screen.findByRole('button', { name: 'Cancel session' })).toBeTruthy()
    expect(screen.getAllByRole('button', { name: /cancel/i })).toHaveLength(1)
    expect(screen.queryByRole('link', { name: 'Add to calendar' })).toBeNull()
  })
})

describe.each(['client', 'creator'] as const)(
  'the buttons of a closed booking follow the actions: for a %s',
  (viewerRole) => {
    const closed = { viewerRole, expiresAt: null }
    const report = () => screen.queryByRole('link', { name: 'That’s not what happened' })

    test('a wrong attendance is reported with the action, and not without it', async () => {
      open({ ...closed, state: 'no_show_client', actions: ['report-attendance'] })
      await screen.findByRole('heading', { level: 1 })
      expect(report()).not.toBeNull()
      cleanup()
      queryCache.clear()
      open({ ...closed, state: 'no_show_client', actions: [] })
      await screen.findByRole('heading', { level: 1 })
      expect(report()).toBeNull()
    })

    test('the session is booked again with the action, and not without it', async () => {
      open({ ...closed, state: 'completed', actions: ['book-again'] })
      expect(await screen.findByText('Book it again')).toBeTruthy()
      cleanup()
      queryCache.clear()
      open({ ...closed, state: 'completed', actions: [] })
      await screen.findByRole('heading', { level: 1 })
      expect(screen.queryByText('Book it again')).toBeNull()
    })
  },
)

describe('a cancellation that no longer refunds everything', () => {
  const startingIn = (hours: number) => ({
    startsAt: new Date(Date.parse(sampleNow) + hours * 3_600_000).toISOString(),
    endsAt: new Date(Date.parse(sampleNow) + (hours + 1) * 3_600_000).toISOString(),
  })

  test('is said before paying, and no deadline that has passed is named', async () => {
    open(startingIn(23))
    expect(await screen.findByText('Non-refundable')).toBeTruthy()
    expect(screen.getByText(/If you cancel, you won’t get your money back/)).toBeTruthy()
    expect(
      screen.getByText(/There’s no refund if the client cancels: the start is less than 24 hours away/),
    ).toBeTruthy()
    expect(screen.queryByText(/\(until/)).toBeNull()
  })

  test('names the part that comes back between two deadlines', async () => {
    open(startingIn(48))
    expect(await screen.findByText(/starts in less than 3 days.*you get 50% back/)).toBeTruthy()
    expect(screen.getAllByText(/\(until/)).toHaveLength(1)
  })

  test('is not mentioned while everything comes back', async () => {
    open(startingIn(96))
    expect(await screen.findByRole('radio', { name: /4242/ })).toBeTruthy()
    expect(screen.queryByText(/If you cancel/)).toBeNull()
    expect(screen.getAllByText(/\(until/)).toHaveLength(2)
  })
})

test('a confirmed booking has its calendar file beside “You’re booked”', async () => {
  open({ ...confirmed, calendarUrl: '/api/bookings/b/calendar.ics' })
  const title = await screen.findByRole('heading', { name: 'You’re booked' })
  const panel = title.closest('section') ?? title.parentElement?.parentElement
  const link = within(panel ?? document.body).getByRole('link', { name: 'Add to calendar' })
  expect(link.getAttribute('href')).toBe('/api/bookings/b/calendar.ics')
  expect(screen.getAllByRole('link', { name: 'Add to calendar' })).toHaveLength(1)
})
