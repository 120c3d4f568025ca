import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { recordOwnWrite, onForeignVersion } from './echo-suppression.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a change by another tab is refetched, a change by this one is not', () => {
  const changed = vi.fn()
  const handleVersion = onForeignVersion(changed)
  handleVersion(7)
  // The acknowledgement of this tab's own write arrives a little later than its event.
  recordOwnWrite(7)
  vi.runAllTimers()
  expect(changed).not.toHaveBeenCalled()
  handleVersion(8)
  vi.runAllTimers()
  expect(changed).toHaveBeenCalledOnce()
})
