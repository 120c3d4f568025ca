import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Timestamp } from '../../components/time/timestamp.tsx'
import { loadTranslations } from '../i18n/i18n.ts'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('what has just happened is not in the future, also after a while without a time on screen', async () => {
  await loadTranslations('common')
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  const { unmount } = render(<Timestamp at={new Date().toISOString()} />)
  unmount()
  vi.advanceTimersByTime(150_000)
  render(<Timestamp at={new Date(Date.now() - 1000).toISOString()} />)
  expect(screen.getByText('now').tagName).toBe('TIME')
})
