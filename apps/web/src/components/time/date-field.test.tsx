import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { setUserTimeZone } from '../../lib/i18n/format.ts'
import { loadTranslations } from '../../lib/i18n/i18n.ts'
import { DateField } from './date-field.tsx'

beforeAll(() => loadTranslations('common'))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Shows the field in a browser with this language first; returns the field and the text over it. */
function open(language: string, value: string, onChange = vi.fn()) {
  vi.stubGlobal('navigator', { ...navigator, languages: [language], language })
  // Formats are kept for each zone; west of UTC a day that is read in local time would be the day before.
  setUserTimeZone(language === 'en-US' ? 'America/New_York' : 'Europe/London')
  render(<DateField aria-label="From" value={value} onChange={onChange} />)
  const field = screen.getByLabelText<HTMLInputElement>('From')
  return { field, text: document.querySelector('[aria-hidden=true]')?.textContent }
}

test.each([
  ['en-GB', 'Fri, 27 Nov 2026'],
  ['en-US', 'Fri, Nov 27, 2026'],
])(
  'in %s the chosen day is written as that language writes it, and stays that day west of UTC too',
  (language, text) => {
    const shown = open(language, '2026-11-27')
    expect([shown.field.value, shown.text]).toEqual(['2026-11-27', text])
  },
)

test('without a day it says what to do, and a chosen day is handed on', () => {
  const onChange = vi.fn()
  const { field, text } = open('en-GB', '', onChange)
  expect(text).toBe('Choose a day')
  fireEvent.change(field, { target: { value: '2026-12-01' } })
  expect(onChange).toHaveBeenCalledTimes(1)
})
