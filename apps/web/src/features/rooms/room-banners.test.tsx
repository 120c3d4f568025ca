import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createStore } from '../../lib/store.ts'
import { loadWords } from '../../lib/words.ts'
import { RoomBanners } from './room-banners.tsx'
import { type LogState } from './room-log.ts'
import { type RoomSession } from './room-session.ts'
import { sampleScene } from './scene-sample.ts'

beforeAll(() => loadWords('rooms'))
afterEach(cleanup)

test('it is said when what all share could not be read, with a way to try at once', () => {
  const state = createStore<LogState>({ status: 'failed', records: new Map(), values: new Map() })
  const begin = vi.fn()
  // Only the log is looked at.
  const session = { log: { state, begin } } as unknown as RoomSession
  const { line } = sampleScene().scene
  const given = { session, line, following: undefined, onUnfollow: vi.fn() }
  const { unmount } = render(<RoomBanners {...given} />)
  fireEvent.click(screen.getByRole('button', { name: 'Try now' }))
  expect(begin).toHaveBeenCalledTimes(1)
  unmount()
  state.set({ ...state.get(), status: 'ready' })
  render(<RoomBanners {...given} />)
  expect(screen.queryByRole('button')).toBeNull()
})
