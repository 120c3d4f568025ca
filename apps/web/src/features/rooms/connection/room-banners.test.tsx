import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createStore } from '../../../lib/store.ts'
import { loadTranslations } from '../../../lib/i18n/i18n.ts'
import { RoomBanners } from './room-banners.tsx'
import { type RecordStoreState } from '../records/record-store.ts'
import { type RoomParticipation } from './room-participation.ts'
import { samplePanelContext } from '../testing/sample-room.ts'

beforeAll(() => loadTranslations('rooms'))
afterEach(cleanup)

test('a failed load of the shared records is reported, with a button to retry', () => {
  const state = createStore<RecordStoreState>({ status: 'failed', records: new Map(), values: new Map() })
  const load = vi.fn()
  // Only the records are read.
  const participation = { records: { state, load } } as unknown as RoomParticipation
  const { connection } = samplePanelContext().context
  const props = { participation, connection, following: undefined, onUnfollow: vi.fn(), onEnterHeadset: undefined }
  const { unmount } = render(<RoomBanners {...props} />)
  fireEvent.click(screen.getByRole('button', { name: 'Try now' }))
  expect(load).toHaveBeenCalledTimes(1)
  unmount()
  state.set({ ...state.get(), status: 'ready' })
  render(<RoomBanners {...props} />)
  expect(screen.queryByRole('button')).toBeNull()
})

test('a headset that was refused, for example because the press was too long ago, is reported with a button to start it', () => {
  const state = createStore<RecordStoreState>({ status: 'ready', records: new Map(), values: new Map() })
  const onEnterHeadset = vi.fn<() => void>()
  // Only the records are read.
  const participation = { records: { state } } as unknown as RoomParticipation
  const { connection } = samplePanelContext().context
  render(<RoomBanners {...{ participation, connection, following: undefined, onUnfollow: vi.fn(), onEnterHeadset }} />)
  expect(screen.getByRole('status').textContent).toMatch(/The headset didn’t start/)
  fireEvent.click(screen.getByRole('button', { name: 'Start the headset' }))
  expect(onEnterHeadset).toHaveBeenCalledTimes(1)
})
