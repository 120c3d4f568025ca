import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { setUserTimeZone } from '../../lib/i18n/format.ts'
import { TimeSelect } from './time-select.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Shows the field in a browser with this language first, and returns the labels of its choices. */
function open(language: string, value: string, onChange = vi.fn()) {
  vi.stubGlobal('navigator', { ...navigator, languages: [language], language })
  // Formats are kept for each zone.
  setUserTimeZone(language === 'en-US' ? 'America/New_York' : 'Europe/London')
  render(<TimeSelect aria-label="From" value={value} onChange={onChange} />)
  return screen.getAllByRole('option').map(({ textContent }) => textContent?.replace(/\s/u, ' '))
}

test.each([
  ['en-GB', '09:30', '17:00'],
  ['en-US', '9:30 AM', '5:00 PM'],
])('in %s times are written as that language writes them', (language, morning, evening) => {
  const labels = open(language, '09:30')
  expect(labels).toContain(morning)
  expect(labels).toContain(evening)
  expect(labels).toHaveLength(96)
})

test('a time between the quarters stays a choice, and so does the end of the day', () => {
  expect(open('en-GB', '09:10')).toContain('09:10')
  cleanup()
  expect(open('en-GB', '24:00').at(-1)).toBe('24:00')
})

test('a choice is handed on as a wall clock time', async () => {
  const onChange = vi.fn()
  open('en-GB', '09:00', onChange)
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'From' }), '17:15')
  expect(onChange).toHaveBeenCalledWith('17:15')
})
