import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteOwnWrite, whenElsewhere } from './own-writes.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('what another tab did is read anew, what this one did is not', () => {
  const changed = vi.fn()
  const told = whenElsewhere(changed)
  told(7)
  // The acknowledgement of this tab's own write comes a little later than what it made.
  noteOwnWrite(7)
  vi.runAllTimers()
  expect(changed).not.toHaveBeenCalled()
  told(8)
  vi.runAllTimers()
  expect(changed).toHaveBeenCalledOnce()
})
