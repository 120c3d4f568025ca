import { type Profile } from '@veranda/contract/talent/schemas.ts'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { loadTranslations } from '../../../lib/i18n/i18n.ts'
import { StartBanner } from './start-banner.tsx'

beforeAll(() => loadTranslations('talent'))
afterEach(cleanup)

function show(stepsLeft: Profile['stepsLeft']) {
  const { container } = render(<StartBanner profile={{ stepsLeft }} />, { wrapper: MemoryRouter })
  return {
    title: container.querySelector('p')?.textContent,
    steps: screen.queryAllByRole('listitem').map(({ textContent }) => textContent),
  }
}

test('the same steps as on the dashboard are said until all are done, with the way to the hours', () => {
  const hours = 'Add the hours in which you can be booked.'
  expect(show(['profile', 'work', 'availability'])).toEqual({
    title: '0 of 3 steps to be found',
    steps: [
      'Add a headline and your skills.',
      'Add a package or a bookable service with a price, or an item for your portfolio.',
      hours,
    ],
  })
  // The gallery asks for more than these steps.
  expect(screen.getByText(/^Clients find you in the search once/).textContent).not.toContain('gallery')
  expect(screen.getByRole('link', { name: hours }).getAttribute('href')).toBe('/appointments?view=availability')
  cleanup()
  expect(show(['availability'])).toEqual({ title: '2 of 3 steps to be found', steps: [hours] })
  cleanup()
  expect(show([])).toEqual({ title: undefined, steps: [] })
})

test('when the last step is done, the page says that clients find it, and leads to what they see', () => {
  const { rerender } = render(<StartBanner profile={{ stepsLeft: ['work'] }} />, { wrapper: MemoryRouter })
  rerender(<StartBanner profile={{ stepsLeft: [] }} />)
  expect(screen.getByText('Clients can find you now')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'See it as clients do' }).getAttribute('href')).toBe('/profile?see=page')
})
