import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { addHourlyService } from '@veranda/contract/bookings/routes.ts'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { queryCache } from '../../../lib/api/query.ts'
import { loadTranslations } from '../../../lib/i18n/i18n.ts'
import { contractServer } from '../../../lib/testing/contract-server.ts'
import { idOf } from '../../../lib/testing/samples.ts'
import { HourlyServiceEditor, hourlyServiceRowId } from './hourly-service-editor.tsx'
import { renderInApp } from '../testing/render.tsx'

beforeAll(() => loadTranslations('bookings', 'common', 'errors'))
afterEach(() => {
  cleanup()
  queryCache.clear()
})

function nameOf(field: HTMLElement): string | null | undefined {
  return document.querySelector(`label[for="${field.id}"]`)?.textContent
}

const notice = async () => screen.findByRole<HTMLInputElement>('textbox', { name: /^Minimum notice/ })

test('the notice of a new service is two hours if free and twelve if paid, until the user sets it', async () => {
  const user = userEvent.setup()
  renderInApp(<HourlyServiceEditor service={undefined} onDone={vi.fn()} />)
  await user.click(await screen.findByRole('button', { name: 'More options' }))
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

test('title, length and price are asked first, and the rest on request or where it is wrong', async () => {
  const user = userEvent.setup()
  renderInApp(<HourlyServiceEditor service={undefined} onDone={vi.fn()} />)
  await screen.findByRole('textbox', { name: 'Title' })
  const fields = () => screen.getAllByRole('textbox').map((field) => field.getAttribute('aria-label') ?? nameOf(field))
  expect(fields()).toEqual(['Title', 'Length'])
  expect(screen.queryByRole('combobox')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'More options' }))
  await user.clear(await notice())
  await user.click(screen.getByRole('button', { name: 'Fewer options' }))
  expect(fields()).toEqual(['Title', 'Length'])
  await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Intro call')
  await user.click(screen.getByRole('button', { name: 'Add a service' }))
  expect(await notice()).toBeTruthy()
  expect(screen.getByText('Enter a number from 0 to 720.')).toBeTruthy()
})

test('the fees are said before there is a price, and then what one gets and what the client pays', async () => {
  const user = userEvent.setup()
  renderInApp(<HourlyServiceEditor service={undefined} onDone={vi.fn()} />)
  await user.click(await screen.findByRole('radio', { name: /^Paid/ }))
  expect(screen.getByText(/creator fee of 10%\. Clients pay it plus the client fee of 5%\.$/)).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: 'Amount' }), '45')
  const earned = 'You get €40.50 of €45.00, after the creator fee of 10%.'
  expect(screen.getByText(`${earned} Clients pay €47.25, with the client fee of 5%.`)).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: /^Free/ }))
  expect(screen.queryByText(/creator fee/)).toBeNull()
})

test('a service that is added is shown in the list', async () => {
  const user = userEvent.setup()
  const id = idOf('7')
  contractServer().reply(addHourlyService, ({ body }) => ({ ...body, id, creatorId: id, price: null, policy: [] }))
  renderInApp(
    <>
      <p id={hourlyServiceRowId(id)} tabIndex={-1} />
      <HourlyServiceEditor service={undefined} onDone={vi.fn()} />
    </>,
  )
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), 'Intro call')
  await user.click(screen.getByRole('button', { name: 'Add a service' }))
  await vi.waitFor(() => expect(document.activeElement?.id).toBe(hourlyServiceRowId(id)))
})
