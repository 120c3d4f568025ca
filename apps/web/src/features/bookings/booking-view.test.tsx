import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { readBooking } from '@veranda/contract/bookings/routes.ts'
import { type Booking } from '@veranda/contract/bookings/schemas.ts'
import { chargeChanged } from '@veranda/contract/payments/events.ts'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { setUserTimeZone } from '../../lib/format.ts'
import { queryCache, queryKeyOf } from '../../lib/api/query.ts'
import { problemReply } from '../../lib/testing.ts'
import { syncServerClock } from '../../lib/server-clock.ts'
import { loadTranslations } from '../../lib/i18n.ts'
import { connectRealtime } from '../../lib/realtime.ts'
import { registerBookingEvents } from './events.ts'
import { BookingView } from './booking-view.tsx'
import { sampleBooking, sampleNow, sampleSlots } from './sample-bookings.ts'
import { renderInApp, stubServer } from './testing/render.tsx'

const socket = vi.hoisted(() => ({
  receive: (() => undefined) as (name: string, payload: unknown) => void,
}))
vi.mock('socket.io-client', () => ({
  io: () => ({ on: () => undefined, onAny: (listener: typeof socket.receive) => (socket.receive = listener) }),
}))

beforeAll(() => loadTranslations('bookings', 'common', 'errors', 'payments'))
beforeEach(() => setUserTimeZone('Europe/Lisbon'))
afterEach(() => {
  cleanup()
  queryCache.clear()
  vi.unstubAllGlobals()
})

const methods = {
  sandbox: true,
  items: [{ token: 'card_succeeds', brand: 'Visa', last4: '4242', behaviour: 'succeeds' }],
}
const id = sampleBooking().id

function open(more: Partial<Booking>, answers: Parameters<typeof stubServer>[0] = {}) {
  const asked = stubServer({
    [`GET /bookings/${id}`]: sampleBooking(more),
    [`GET /hourly-services/${sampleBooking().service.id}/slots`]: sampleSlots([]),
    'GET /payments/methods': methods,
    ...answers,
  })
  renderInApp(<BookingView id={id} />)
  return asked
}

const confirmed: Partial<Booking> = {
  state: 'confirmed',
  expiresAt: null,
  actions: ['move', 'cancel'],
  join: { from: '2026-11-26T09:50:00.000Z', until: '2026-11-26T11:00:00.000Z', url: `/rooms/${id}` },
  calendarUrl: `/api/bookings/${id}/calendar.ics`,
}

test('a reserved slot counts down, shows the price and the policy, and is paid with a card', async () => {
  const asked = open({}, { [`POST /bookings/${id}/pay`]: sampleBooking({ version: 4 }) })
  expect((await screen.findByRole('timer')).textContent).toBe('15:00')
  expect(screen.getAllByText('€105.00').length).toBeGreaterThan(0)
  expect(screen.getByText(/Until 3 days before the start the client gets everything back/)).toBeTruthy()
  expect(screen.getByText(/Until 24 hours before the start the client gets 50% back/)).toBeTruthy()
  const pay = screen.getByRole('button', { name: 'Pay €105.00 and book' })
  expect(pay).toHaveProperty('disabled', true)
  await userEvent.click(await screen.findByRole('radio', { name: /4242/ }))
  await userEvent.click(pay)
  await waitFor(() =>
    expect(asked.find(({ path }) => path.endsWith('/pay'))?.body).toEqual({ expected: 3, method: 'card_succeeds' }),
  )
})

test("a running payment follows the events of its charge; then the bank's code is asked for", async () => {
  registerBookingEvents()
  await connectRealtime(new Set())

  const money = { place: 'charging' as const, amount: { amount: 10_500, currency: 'EUR' }, movesAt: null }
  let state = sampleBooking({ money, actions: ['withdraw'] })
  open({}, { [`GET /bookings/${id}`]: () => state })
  expect(await screen.findByText('Waiting for the payment of €105.00')).toBeTruthy()
  const expiresAt = '2026-11-23T10:15:00.000Z'
  const charge = { id, state: 'needs_confirmation' as const, failure: null, expiresAt, actions: ['confirm' as const] }
  state = sampleBooking({ money, charge, actions: ['withdraw'] })
  const change = { id, version: 7, projectId: null, milestoneId: null, bookingId: id }
  socket.receive(chargeChanged.name, change)
  expect(await screen.findByLabelText('Code')).toBeTruthy()
})

test('the time is shown in both zones', async () => {
  open({})
  expect(await screen.findByText('Your time, Lisbon')).toBeTruthy()
  expect(screen.getByText(/^For Kenji Mori: .*in Tokyo$/)).toBeTruthy()
})

test('a free reservation is booked without a card', async () => {
  const asked = open(
    { price: null, clientPays: null, creatorReceives: null, actions: ['book', 'withdraw'] },
    { [`POST /bookings/${id}/book`]: sampleBooking(confirmed) },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Book this time' }))
  await waitFor(() => expect(asked.some(({ path }) => path.endsWith('/book'))).toBe(true))
})

test('an expired reservation says so and offers the next free times', async () => {
  open(
    { state: 'expired', expiresAt: null, actions: ['book-again'] },
    { [`GET /hourly-services/${sampleBooking().service.id}/slots`]: sampleSlots([], '2026-12-24T10:00:00.000Z') },
  )
  expect(await screen.findByText('Choose another time')).toBeTruthy()
  expect(await screen.findByRole('button', { name: /^Next free/ })).toBeTruthy()
})

test('a confirmed session shows when Join opens, and cannot be joined before', async () => {
  open(confirmed)
  expect(await screen.findByText(/^Join opens in 3 days/)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Join' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Calendar file' }).getAttribute('href')).toBe(confirmed.calendarUrl)
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
    refundPercent: 50,
    changesAt: '2026-11-25T10:00:00.000Z',
  }
  const asked = open(confirmed, {
    [`GET /bookings/${id}/cancellation`]: cancellation,
    [`POST /bookings/${id}/cancel`]: sampleBooking({ state: 'cancelled' }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel session' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText(/You get €52.50 back, 50% of the price/)).toBeTruthy()
  expect(dialog.getByText(/Less is given back after/)).toBeTruthy()
  await userEvent.click(await dialog.findByRole('button', { name: 'Cancel and get €52.50 back' }))
  await waitFor(() =>
    expect(asked.find(({ path }) => path.endsWith('/cancel'))?.body).toEqual({ expected: 3, reason: '', refund: 5250 }),
  )
})

test('a refund that changed meanwhile cancels nothing, and shows the new amount', async () => {
  let refund = 10_500
  const answer = () => ({
    version: 3,
    paid: { amount: 10_500, currency: 'EUR' },
    refund: { amount: refund, currency: 'EUR' },
    refundPercent: refund === 10_500 ? 100 : 50,
    changesAt: null,
  })
  open(confirmed, {
    [`GET /bookings/${id}/cancellation`]: answer,
    [`POST /bookings/${id}/cancel`]: () => {
      refund = 5_250
      return problemReply(409, 'booking.refund-changed', { detail: 'The refund has changed.' })
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel session' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(await dialog.findByRole('button', { name: 'Cancel and get €105.00 back' }))
  expect(await dialog.findByText('The refund has changed.')).toBeTruthy()
  expect(await dialog.findByRole('button', { name: 'Cancel and get €52.50 back' })).toBeTruthy()
})

test('the creator answers a request: confirms it, or declines it with a reason', async () => {
  const asked = open(
    { state: 'requested', viewerRole: 'creator', actions: ['confirm', 'decline', 'cancel'] },
    {
      [`POST /bookings/${id}/confirm`]: sampleBooking({ state: 'confirmed' }),
      [`POST /bookings/${id}/decline`]: sampleBooking({ state: 'declined' }),
    },
  )
  expect(await screen.findByText(/you get €90.00 after the session/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Decline' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByRole('textbox'), 'Away that day')
  await userEvent.click(dialog.getByRole('button', { name: 'Decline' }))
  await waitFor(() =>
    expect(asked.find(({ path }) => path.endsWith('/decline'))?.body).toEqual({ expected: 3, reason: 'Away that day' }),
  )
})

test('a new time proposed by the other side is accepted or declined', async () => {
  const asked = open(
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
    { [`POST /bookings/${id}/proposal/accept`]: sampleBooking(confirmed) },
  )
  expect(await screen.findByText('Kenji Mori asks for another time')).toBeTruthy()
  expect(screen.getByText('My train is late.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Take the new time' }))
  await waitFor(() => expect(asked.some(({ path }) => path.endsWith('/proposal/accept'))).toBe(true))
})

test('for each chosen time the dialog says whether the booking moves at once or asks, and the button does that', async () => {
  syncServerClock(sampleNow)
  const near = '2026-11-24T08:00:00.000Z'
  const far = '2026-11-26T18:00:00.000Z'
  const asked = open(
    { ...confirmed, startsAt: '2026-11-26T12:00:00.000Z', actions: ['move', 'propose-move', 'cancel'] },
    {
      [`GET /hourly-services/${sampleBooking().service.id}/slots`]: sampleSlots([near, far]),
      [`POST /bookings/${id}/proposal`]: sampleBooking(confirmed),
    },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Move' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(await dialog.findByRole('button', { name: /18:00|6:00/ }))
  expect(dialog.getByText('It moves at once, and Kenji Mori is notified.')).toBeTruthy()
  expect(dialog.getByRole('button', { name: /^Move to / })).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'A week earlier' }))
  await userEvent.click(await dialog.findByRole('button', { name: /8:00/ }))
  expect(dialog.getByText('Kenji Mori is asked first; until the answer it stays as it is.')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: /^Ask for / }))
  await waitFor(() =>
    expect(asked.find(({ path }) => path.endsWith('/proposal'))?.body).toEqual({ expected: 3, at: near }),
  )
})

test('a no-show is shown with the minutes of both sides and a way to object', async () => {
  const attendedMinutes = { client: 0, creator: 10 }
  open({ state: 'no_show_client', expiresAt: null, actions: ['report-attendance'], attendedMinutes })
  expect(await screen.findByText('The client did not come')).toBeTruthy()
  expect(screen.getByText(/Maya Torres 0 min, Kenji Mori 10 min/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'That is not how it was' })).toBeTruthy()
})

test('a booking that does not exist, or belongs to other users, is shown as not found', async () => {
  stubServer({})
  renderInApp(<BookingView id={id} />)
  expect(await screen.findByText('There is no session here')).toBeTruthy()
})

test('after a conflict with another tab the page shows the current state', async () => {
  let state: Booking = sampleBooking({ price: null, clientPays: null, actions: ['book'] })
  open(
    {},
    {
      [`GET /bookings/${id}`]: () => state,
      [`POST /bookings/${id}/book`]: () => {
        state = sampleBooking({ ...confirmed, version: 4, now: sampleNow })
        return problemReply(409, 'booking.stale', { detail: 'It has changed.' })
      },
    },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Book this time' }))
  expect(await screen.findByText('You are booked')).toBeTruthy()
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
  open(asked, { [`GET /bookings/${id}/cancellation`]: offer })
  expect(await screen.findByText(/€105.00 is reserved on your card and charged once Kenji Mori confirms/)).toBeTruthy()
  expect(screen.getByText('Reserved on the card')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel session' }))
  expect(await screen.findByText('€105.00 is only reserved on the card. Nothing is taken.')).toBeTruthy()
  cleanup()
  queryCache.clear()
  open({ ...asked, money: { ...reserved, place: 'charging' } })
  expect(await screen.findByText(/Kenji Mori said yes. The card is being charged/)).toBeTruthy()
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
  expect(screen.getByRole('link', { name: 'That is not how it was' })).toBeTruthy()
})

describe('an admin', () => {
  const noShow: Partial<Booking> = {
    viewerRole: 'admin',
    state: 'no_show_both',
    expiresAt: null,
    actions: ['overturn'],
  }
  const account = (admin: boolean) => ({ 'GET /accounts/me': { admin } })
  const answers = () => ({
    ...account(true),
    [`GET /bookings/${id}`]: problemReply(404, 'booking.not-found'),
    [`GET /admin/bookings/${id}`]: sampleBooking(noShow),
    [`POST /admin/bookings/${id}/overturn`]: sampleBooking({
      ...noShow,
      version: 4,
      state: 'completed',
      actions: [],
    }),
  })

  test('opens a no-show by its address and overturns it with an outcome and a reason', async () => {
    const asked = open({}, answers())
    await userEvent.click(await screen.findByRole('button', { name: 'Say how it was' }))
    const dialog = within(await screen.findByRole('dialog'))
    const decide = dialog.getByRole('button', { name: 'Decide' })
    expect(dialog.queryByRole('radio', { name: /Neither came/ })).toBeNull()
    await userEvent.click(dialog.getByRole('radio', { name: /It took place/ }))
    expect(decide).toHaveProperty('disabled', true)
    await userEvent.type(dialog.getByRole('textbox'), 'They met by telephone')
    await userEvent.click(decide)
    await waitFor(() =>
      expect(asked.find(({ path }) => path.endsWith('/overturn'))?.body).toEqual({
        expected: 3,
        outcome: 'completed',
        reason: 'They met by telephone',
      }),
    )
  })

  test('decides a session that failed on our side, also that it took place', async () => {
    const amount = { amount: 10_000, currency: 'EUR' }
    const money = { place: 'protected' as const, amount, movesAt: '2026-11-28T11:00:00.000Z' }
    const failed = sampleBooking({ ...noShow, state: 'completed', attendanceUnclear: true, money })
    const asked = open({}, { ...answers(), [`GET /admin/bookings/${id}`]: failed })
    expect(await screen.findByText(/^The room failed during this session/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Say how it was' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByRole('radio', { name: /It took place/ })).toBeTruthy()
    await userEvent.click(dialog.getByRole('radio', { name: /Neither came/ }))
    await userEvent.type(dialog.getByRole('textbox'), 'Our room failed')
    await userEvent.click(dialog.getByRole('button', { name: 'Decide' }))
    await waitFor(() =>
      expect(asked.find(({ path }) => path.endsWith('/overturn'))?.body).toMatchObject({ outcome: 'no_show_both' }),
    )
  })

  test('keeps seeing the booking while it is being refetched', async () => {
    let pending = false
    open(
      {},
      {
        ...answers(),
        [`GET /bookings/${id}`]: () =>
          pending ? new Promise(() => undefined) : problemReply(404, 'booking.not-found'),
      },
    )
    const act = await screen.findByRole('button', { name: 'Say how it was' })
    pending = true
    void queryCache.invalidateQueries()
    await waitFor(() => expect(queryCache.isFetching()).toBeGreaterThan(0))
    await waitFor(() =>
      expect(queryCache.getQueryState(queryKeyOf(readBooking, { params: { id } }))?.status).toBe('pending'),
    )
    expect(act.isConnected).toBe(true)
  })

  test("is required: no one else can see other users' bookings", async () => {
    const asked = open({}, { ...answers(), ...account(false) })
    expect(await screen.findByText('There is no session here')).toBeTruthy()
    expect(asked.some(({ path }) => path.startsWith('/admin'))).toBe(false)
  })

  test('cancels for both sides with the action of an admin, and has none of the sides', async () => {
    const upcoming = sampleBooking({
      ...confirmed,
      viewerRole: 'admin',
      calendarUrl: null,
      actions: ['cancel-as-admin'],
    })
    open({}, { ...answers(), [`GET /admin/bookings/${id}`]: upcoming })
    expect(await screen.findByRole('button', { name: 'Cancel session' })).toBeTruthy()
    expect(screen.getAllByRole('button', { name: /cancel/i })).toHaveLength(1)
    expect(screen.queryByRole('link', { name: 'Calendar file' })).toBeNull()
  })
})

describe.each(['client', 'creator'] as const)(
  'the buttons of a closed booking follow the actions: for a %s',
  (viewerRole) => {
    const closed = { viewerRole, expiresAt: null }
    const report = () => screen.queryByRole('link', { name: 'That is not how it was' })

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
