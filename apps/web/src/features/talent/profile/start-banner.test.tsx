import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { loadTranslations } from '../../../lib/i18n.ts'
import { idOf } from '../../../lib/testing/samples.ts'
import { StartBanner } from './start-banner.tsx'

beforeAll(() => loadTranslations('talent'))
afterEach(cleanup)

const price = { amount: 90_000, currency: 'EUR' }
const service = { id: idOf('7'), title: 'Model', description: '', price, unit: 'project', deliveryDays: null } as const
const textFor = (headline: string, hasService: boolean) => {
  const { container } = render(<StartBanner talent={{ headline, services: hasService ? [service] : [] }} />)
  return container.textContent
}

test('what is missing to be found stays said until headline and service are there', () => {
  expect(textFor('', false)).toMatch(/^Clients can’t see what you do yet.*headline and one package/)
  expect(textFor('Small worlds', false)).toMatch(/^Clients can’t see what you do yet.*Add one package with a price/)
  expect(textFor('', true)).toMatch(/^Clients can’t see what you do yet.*Add a headline/)
  expect(textFor('Small worlds', true)).toBe('')
})
