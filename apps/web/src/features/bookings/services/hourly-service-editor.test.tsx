import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { queryCache } from '../../../lib/api/query.ts'
import { loadTranslations } from '../../../lib/i18n.ts'
import { HourlyServiceEditor } from './hourly-service-editor.tsx'
import { renderInApp } from '../testing/render.tsx'

beforeAll(() => loadTranslations('bookings', 'common', 'errors'))
afterEach(() => {
  cleanup()
  queryCache.clear()
})

const notice = async () => screen.findByRole<HTMLInputElement>('textbox', { name: /^Minimum notice/ })

test('the notice of a new service is two hours if free and twelve if paid, until the user sets it', async () => {
  const user = userEvent.setup()
  renderInApp(<HourlyServiceEditor service={undefined} onDone={vi.fn()} />)
  expect((await notice()).value).toBe('2')
  await user.click(screen.getByRole('radio', { name: /^Paid/ }))
  expect((await notice()).value).toBe('12')
  await user.click(screen.getByRole('radio', { name: /^Free/ }))
  expect((await notice()).value).toBe('2')
  await user.clear(await notice())
  await user.type(await notice(), '6')
  await user.click(screen.getByRole('radio', { name: /^Paid/ }))
  expect((await notice()).value).toBe('6')
})
