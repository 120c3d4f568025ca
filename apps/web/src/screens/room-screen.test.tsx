import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { readRoom } from '@veranda/contract/rooms/routes.ts'
import { type Room } from '@veranda/contract/rooms/schemas.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { invalidateReads } from '../lib/api/query.ts'
import { serverNow, syncServerClock } from '../lib/realtime/server-clock.ts'
import { type ContractServer, contractServer } from '../lib/testing/contract-server.ts'
import { idOf, maya, now } from '../lib/testing/samples.ts'
import { loadScreen, renderScreen } from './testing/render-screen.tsx'

// The lobby needs a microphone and the room a graphics context; the screen only decides which of them is shown.
vi.mock('../features/rooms/access/lobby.tsx', () => ({
  Lobby: ({ onEnter }: { onEnter: (options: object) => void }) => (
    <button type="button" onClick={() => onEnter({ device: 'desktop', muted: true, headset: false })}>
      Enter
    </button>
  ),
}))
vi.mock('../features/rooms/voice/microphone.ts', () => ({
  Microphone: class {
    dispose = () => undefined
  },
}))
vi.mock('./room/joined-room.tsx', () => ({
  JoinedRoom: ({ onLeave }: { onLeave: () => void }) => (
    <button type="button" onClick={onLeave}>
      Leave
    </button>
  ),
}))

const path = `/rooms/${idOf('a')}`
beforeAll(() => loadScreen(path))

const room: Room = {
  id: idOf('a'),
  title: 'Reading chair',
  subject: { kind: 'project', projectId: idOf('a') },
  state: 'open',
  viewerRole: 'guest',
  actions: [],
  users: [
    { user: { id: maya.id, name: maya.name, avatar: null }, role: 'host', party: 'client', inside: false, actions: [] },
  ],
  removedUsers: [],
  voiceReach: 'network',
  homeUrl: `/projects/${idOf('a')}`,
}

/** Replies with the room of a session that opens and ends after these milliseconds, as the clock says. */
function replyWithSession(server: ContractServer, opensInMs: number, endsInMs: number): void {
  syncServerClock(now)
  const start = Date.parse(now)
  const at = (ms: number) => new Date(start + ms).toISOString()
  const times = { startsAt: at(opensInMs), endsAt: at(endsInMs) }
  const subject = { kind: 'booking', bookingId: room.id, ...times, state: 'confirmed' } as const
  server.reply(readRoom, (): Room => {
    const passedMs = serverNow() - start
    const fields = { ...room, subject }
    if (passedMs < opensInMs) return { ...fields, state: 'early', opensAt: at(opensInMs) }
    return { ...fields, state: passedMs < endsInMs ? 'open' : 'over' }
  })
}

test('the room of a session opens and ends on screen at its times', async () => {
  const server = contractServer()
  replyWithSession(server, 1_000, 3_000)
  renderScreen(server, path)
  await screen.findByRole('heading', { level: 1, name: /opens/ })
  await screen.findByRole('button', { name: 'Enter' })
  expect(await screen.findByRole('heading', { level: 1, name: 'This session is over' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open booking' })).toBeTruthy()
})

test('a guest who is taken out of the room keeps the room on screen, which says why, and then has no access', async () => {
  const server = contractServer()
  server.reply(readRoom, room)
  renderScreen(server, path)
  await userEvent.click(await screen.findByRole('button', { name: 'Enter' }))
  await screen.findByRole('button', { name: 'Leave' })
  server.refuse(readRoom, 404, 'room.not-found')
  const reads = server.calls(readRoom).length
  await invalidateReads(readRoom)
  await waitFor(() => expect(server.calls(readRoom).length).toBeGreaterThan(reads))
  expect(screen.getByRole('button', { name: 'Leave' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Leave' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'You can’t open this room' })).toBeTruthy()
})
