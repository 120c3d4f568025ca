import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, renderHook, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { removeRoomUser } from '@veranda/contract/rooms/routes.ts'
import { type Room } from '@veranda/contract/rooms/schemas.ts'
import { type RoomRole, roomUserActionsFor } from '@veranda/core/rooms/access/room-access.ts'
import { LabelsProvider } from '@veranda/ui/labels.tsx'
import { type ReactNode, Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryCache } from '../../../lib/api/query.ts'
import { loadTranslations } from '../../../lib/i18n/i18n.ts'
import { sessionStore } from '../../../lib/session/session.ts'
import { createStore } from '../../../lib/store.ts'
import { type ContractServer, contractServer } from '../../../lib/testing/contract-server.ts'
import { idOf } from '../../../lib/testing/samples.ts'
import { type RoomParticipation } from '../connection/room-participation.ts'
import { userPanel, usersPanel } from '../panels/user-panels.ts'
import { samplePanelContext } from '../testing/sample-room.ts'
import { ParticipantsPanel } from './participants-panel.tsx'
import { useConnectedUsers, voiceVolume } from './use-connected-users.ts'

let server: ContractServer
const roomId = idOf('a')
const [mayaId, kenjiId, hanaId] = [idOf('b', 1), idOf('b', 2), idOf('b', 3)]
const ids = [mayaId, kenjiId, hanaId]
const { context: sample } = samplePanelContext()
const participants = [...sample.connection.participants].map(
  ([participantSlot, participant]) =>
    [participantSlot, { ...participant, userId: ids[participantSlot] ?? '' }] as const,
)
const connection = { ...sample.connection, participants: new Map(participants) }
/** The room as a host or a guest reads it: with a party of the project, and a guest. */
function roomFor(viewer: RoomRole): Room {
  const kenji = { user: { id: kenjiId, name: 'Kenji Arai', avatar: null }, role: 'host', party: 'creator' } as const
  const hana = { user: { id: hanaId, name: 'Hana Sato', avatar: null }, role: 'guest', party: null } as const
  const users = [kenji, hana].map((one) => ({
    ...one,
    inside: true,
    actions: roomUserActionsFor(viewer, { isParty: one.party !== null }),
  }))
  return { ...sample.room, id: roomId, users }
}

function fakeParticipation() {
  const volumes = new Map<string, number>()
  const send = vi.fn(() => true)
  const participation = {
    speaking: createStore<ReadonlySet<number>>(new Set([1])),
    connection: { state: createStore(connection), send },
    voicePlayback: {
      volume: (userId: string) => volumes.get(userId) ?? 1,
      setVolume: (userId: string, volume: number) => void volumes.set(userId, volume),
    },
    // The parts of a participation that the list of users needs.
  } as unknown as RoomParticipation
  return { participation, send }
}

const Providers = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryCache}>
    <LabelsProvider labels={{ close: '', dismiss: '', busy: '', optional: '', remove: '' }}>
      <Suspense>{children}</Suspense>
    </LabelsProvider>
  </QueryClientProvider>
)

function users(allowed: boolean) {
  const { participation, send } = fakeParticipation()
  const follow = vi.fn()
  const announce = vi.fn()
  const can = () => allowed
  const room = roomFor(allowed ? 'host' : 'guest')
  const options = { room, participation, canvas: undefined, can, following: undefined, follow, announce }
  const { result } = renderHook(() => useConnectedUsers(options), { wrapper: Providers })
  return { result, send, follow, announce }
}

beforeAll(async () => {
  // The menu loads its items when it opens.
  await import('@veranda/ui/menu-panel.tsx')
  await loadTranslations('rooms', 'common', 'errors')
})
beforeEach(() => {
  server = contractServer()
  server.reply(removeRoomUser, { done: true })
  // Only the id is read.
  sessionStore.set({ status: 'in', user: { id: mayaId } as NonNullable<ReturnType<typeof sessionStore.get>['user']> })
})
afterEach(() => {
  cleanup()
  queryCache.clear()
  sessionStore.set({ status: 'unknown', user: null })
})

test('everyone inside is listed once, with who speaks and is muted', () => {
  const { result } = users(true)
  const list = result.current.list(() => undefined)
  expect(list.map(({ name, voice, isSelf, details }) => [name, voice, isSelf, details])).toEqual([
    ['Maya Torres', 'open', true, 'You · Host · Desktop'],
    ['Kenji Arai', 'speaking', false, 'Host · Desktop'],
    ['Hana Sato', 'muted', false, 'Guest · Desktop'],
  ])
})

test('hosts silence everyone, and change or remove all but parties; guests follow and join', () => {
  const idsOfActions = (allowed: boolean) =>
    users(allowed)
      .result.current.list(() => undefined)
      .map(({ actions }) => actions.map(({ id }) => id))
  expect(idsOfActions(false)).toEqual([[], ['go', 'follow'], ['go', 'follow']])
  expect(idsOfActions(true)).toEqual([[], ['go', 'follow', 'silence'], ['go', 'follow', 'silence', 'role', 'remove']])
  expect([users(true).result.current.gather, users(false).result.current.gather]).toEqual([
    expect.any(Function),
    undefined,
  ])
})

test('the panels of the scene draw the same users and run the same actions, and removal asks first', async () => {
  const { context: scene, visited } = samplePanelContext({ connection })
  const { result, send, follow, announce } = users(true)
  const panel = usersPanel(scene, result.current)
  expect(panel.model.rows.map(({ text, action, value }) => [text, action, value])).toEqual([
    ['Maya Torres', undefined, undefined],
    ['Kenji Arai', `to:user/${kenjiId}`, 'users.speaking'],
    ['Hana Sato', `to:user/${hanaId}`, 'users.muted'],
  ])
  const hana = userPanel(scene, result.current, hanaId, false)
  expect(hana.model.rows.map(({ id }) => id)).toEqual(['go', 'follow', 'volume', 'silence', 'role', 'remove'])
  for (const id of ['silence', 'follow', 'remove']) act(() => hana.handleAction(id))
  expect(send.mock.calls).toEqual([[{ name: 'silence', userId: hanaId, silenced: true }]])
  expect(follow).toHaveBeenCalledExactlyOnceWith(2)
  expect([visited, server.calls(removeRoomUser)]).toEqual([[`user/${hanaId}/sure`], []])
  act(() => hana.handleAction('louder:-0.25'))
  expect(result.current.volumeOf(hanaId)).toBe(0.75)
  for (const [volume, kept] of [
    [7, voiceVolume.max],
    [-7, voiceVolume.min],
  ] as const) {
    act(() => result.current.setVolume(hanaId, volume))
    expect(result.current.volumeOf(hanaId)).toBe(kept)
  }
  act(() => userPanel(scene, result.current, hanaId, true).handleAction('remove'))
  await vi.waitFor(() => expect(visited.at(-1)).toBe('menu/users'))
  expect(server.calls(removeRoomUser)).toEqual([{ params: { id: roomId, userId: hanaId } }])
  expect(announce).toHaveBeenCalledExactlyOnceWith('Hana Sato was removed.')
})

test('the page draws the same users and runs the same actions', async () => {
  const user = userEvent.setup()
  const { participation, send } = fakeParticipation()
  const follow = vi.fn()
  const can = () => true
  const props = { room: roomFor('host'), participation, canvas: undefined, can, following: undefined, follow }
  render(<ParticipantsPanel {...props} />, { wrapper: Providers })
  const items = await screen.findAllByRole('listitem')
  expect(items).toHaveLength(3)
  expect(within(items[1] ?? document.body).getByText('Speaking')).toBeDefined()
  await user.click(within(items[2] ?? document.body).getByRole('button'))
  const menu = await screen.findAllByRole('menuitem')
  expect(menu).toHaveLength(5)
  const [, followItem] = menu
  if (followItem) await user.click(followItem)
  expect(follow).toHaveBeenCalledExactlyOnceWith(2)
  expect(send).not.toHaveBeenCalled()
})
