import { expect, test, vi } from 'vitest'

test('what fails before the reporter is loaded is handed over, and then each failure at once', async () => {
  const { recordFailure, onFailure } = await import('./failures.ts')
  const [thrown, rejected, rendered, later] = ['thrown', 'rejected', 'rendered', 'later'].map((text) => new Error(text))
  dispatchEvent(new ErrorEvent('error', { error: thrown }))
  dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: rejected }))
  recordFailure(rendered)
  const reported = vi.fn()
  onFailure(reported)
  expect(reported.mock.calls.map(([error]) => error)).toEqual([thrown, rejected, rendered])
  recordFailure(later)
  expect(reported).toHaveBeenLastCalledWith(later)
})
