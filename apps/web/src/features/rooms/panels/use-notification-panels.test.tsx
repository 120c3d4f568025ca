import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { listNotifications } from '@veranda/contract/notifications/routes.ts'
import { type ReactNode } from 'react'
import { queryCache } from '../../../lib/api/query.ts'
import { type PanelModel } from '../../../lib/panels/panel-model.ts'
import { contractServer } from '../../../lib/testing/contract-server.ts'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { loadTranslations } from '../../../lib/i18n/i18n.ts'
import { type RoomCanvas } from '../../../three/room/room-canvas.ts'
import { samplePanelContext } from '../testing/sample-room.ts'
import { useNotificationsPanel, useUrgentNotificationToasts } from './use-notification-panels.ts'

const realtime = vi.hoisted(() => ({ handlers: new Set<(payload: unknown) => void>() }))
vi.mock('../../../lib/realtime/realtime.ts', () => ({
  on: (_: object, handle: (payload: unknown) => void) => {
    realtime.handlers.add(handle)
    return () => realtime.handlers.delete(handle)
  },
}))

beforeAll(() => loadTranslations('rooms'))
afterEach(cleanup)

const notify = (id: string, priority: string) =>
  act(() => realtime.handlers.forEach((handle) => handle({ _id: id, title: id, message: '', priority })))

test('only urgent notifications appear in the headset, until dismissed or faded', () => {
  const setToasts = vi.fn<(toasts: readonly PanelModel[]) => void>()
  // Only toasts are set.
  const canvas = { setToasts } as unknown as RoomCanvas
  const { result, rerender } = renderHook(({ inHeadset }) => useUrgentNotificationToasts(canvas, inHeadset), {
    initialProps: { inHeadset: true },
  })
  for (const priority of ['low', 'medium', 'high', 'urgent']) notify(priority, priority)
  const shown = () => setToasts.mock.lastCall?.[0].map(({ id }) => id)
  expect(shown()).toEqual(['urgent'])
  expect(setToasts.mock.lastCall?.[0][0]?.lifeMs).toBeGreaterThan(5_000)
  notify('second', 'urgent')
  act(() => result.current('urgent'))
  expect(shown()).toEqual(['second'])
  rerender({ inHeadset: false })
  expect([shown(), realtime.handlers.size]).toEqual([[], 0])
})

test('a message that turns its reading direction does not turn the time behind it', async () => {
  const message = '\u202e paid'
  const one = {
    _id: 'n',
    type: 'message',
    title: 'Kenji',
    message,
    read: false,
    sender: null,
    priority: 'low',
  } as const
  const items = [{ ...one, createdAt: '2026-11-21T12:00:00.000Z', data: {} }]
  contractServer().reply(listNotifications, { items, next: null, unread: 1 })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryCache}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useNotificationsPanel(samplePanelContext().context, true), { wrapper })
  await vi.waitFor(() => expect(JSON.stringify(result.current())).toMatch(/"detail":"paid · /))
})
