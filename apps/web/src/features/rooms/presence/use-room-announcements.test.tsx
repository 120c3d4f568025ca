import { renderHook } from '@testing-library/react'
import { type RoomVersion } from '@veranda/contract/rooms/schemas.ts'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { snackbars } from '../../../components/toasts.ts'
import { loadTranslations } from '../../../lib/i18n/i18n.ts'
import { createStore } from '../../../lib/store.ts'
import { type RoomParticipation } from '../connection/room-participation.ts'
import { samplePanelContext, sampleVersion } from '../testing/sample-room.ts'
import { useRoomAnnouncements } from './use-room-announcements.ts'

const onApproved = vi.fn()
beforeAll(() => loadTranslations('rooms'))
beforeEach(() => onApproved.mockClear())

const guestVersion = (state: RoomVersion['milestone']['state'], actions: RoomVersion['actions'] = []) => {
  const version = sampleVersion(1)
  return { ...version, milestone: { ...version.milestone, state }, actions }
}

function given() {
  const connection = { state: createStore(samplePanelContext().context.connection), onMessage: () => () => undefined }
  // The parts of a participation that announcements need.
  const participation = { connection } as unknown as RoomParticipation
  const ignore = () => undefined
  return {
    participation,
    localParticipantSlot: 0,
    newerVersion: undefined,
    onApproved,
    onGo: ignore,
    onGathered: ignore,
  }
}

/** Shows the room with these lists of versions, one after the other. */
function showVersions(...lists: (readonly RoomVersion[] | undefined)[]): void {
  const initial = given()
  const { rerender, unmount } = renderHook((versions) => useRoomAnnouncements({ ...initial, versions }), {
    initialProps: lists[0],
  })
  for (const versions of lists.slice(1)) rerender(versions)
  unmount()
}

test('an approval is announced once to a guest, who gets no notification of it', () => {
  showVersions(undefined, [guestVersion('submitted')], [guestVersion('released')], [guestVersion('released')])
  expect(onApproved.mock.calls).toEqual([['Chair was approved.']])
})

test.each<[string, RoomVersion[][]]>([
  ['what was approved before the guest came', [[guestVersion('released')]]],
  ['a version that is new and already approved', [[], [guestVersion('released')]]],
  ['a party, who gets a notification', [[guestVersion('submitted', ['pin'])], [guestVersion('released', ['pin'])]]],
  ['a request for changes', [[guestVersion('submitted')], [guestVersion('changes_requested')]]],
])('no approval is announced: %s', (_, lists) => {
  showVersions(undefined, ...lists)
  expect(onApproved).not.toHaveBeenCalled()
})

test('a newer version is announced to guests; the parties have a notification of it and get no second one', () => {
  const announced = (newerVersion: RoomVersion) => {
    const add = vi.spyOn(snackbars, 'add')
    const { unmount } = renderHook(() => useRoomAnnouncements({ ...given(), newerVersion, versions: [] }))
    const titles = add.mock.calls.map(([{ title }]) => title)
    unmount()
    add.mockRestore()
    return titles
  }
  expect(announced(sampleVersion(2, { actions: [] }))).toEqual([
    'Version 2 of Chair is here. The scene hasn’t changed.',
  ])
  expect(announced(sampleVersion(2, { actions: ['pin'] }))).toEqual([])
})
