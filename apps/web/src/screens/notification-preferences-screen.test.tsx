import 'fake-indexeddb/auto'
import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { changePreferences, readPreferences } from '@veranda/contract/notifications/routes.ts'
import { type Preferences } from '@veranda/contract/notifications/schemas.ts'
import { defaultPreferences, withFlatChannels } from '@veranda/core/notifications/preferences/preferences.ts'
import { beforeAll, expect, test } from 'vitest'
import { mergeDeep } from '../features/notifications/preferences/merge-preferences.ts'
import { queryCache } from '../lib/api/query.ts'
import { contractServer } from '../lib/testing/contract-server.ts'
import { loadScreen, renderScreen } from './testing/render-screen.tsx'

beforeAll(() => loadScreen('/notification-preferences'))

const defaults = withFlatChannels(defaultPreferences('Europe/Berlin'))
const preferences: Preferences = {
  ...defaults,
  deliveryFrequency: {},
  quietHours: { ...defaults.quietHours, days: [...defaults.quietHours.days] },
}

test('what reaches the reader is said first, and follows each change', async () => {
  const server = contractServer()
  server.reply(readPreferences, preferences)
  server.reply(changePreferences, { ...preferences, channels: { ...preferences.channels, email: false }, email: false })
  renderScreen(server, '/notification-preferences')
  const card = (await screen.findByRole('heading', { name: 'What reaches you' })).closest('section')
  const summary = within(card ?? document.body)
  expect(summary.getByText('Everything pops up in the app.')).toBeTruthy()
  expect(summary.getByText(/High and urgent notifications are emailed right away\. The rest comes in one/)).toBeTruthy()
  await userEvent.click(screen.getByRole('switch', { name: 'Email' }))
  expect(await summary.findByText(/^No emails, except/)).toBeTruthy()
  expect(server.calls(changePreferences).at(-1)?.body).toEqual({ channels: { email: false } })
})

test('a change without a connection stays on screen and waits, and those after it are saved in their order', async () => {
  const server = contractServer()
  server.reply(readPreferences, preferences)
  server.refuse(changePreferences, 503, 'server.unavailable')
  renderScreen(server, '/notification-preferences')
  const email = await screen.findByRole('switch', { name: 'Email' })
  await userEvent.click(email)
  expect(await screen.findByText('Waiting for connection')).toBeTruthy()
  // A read in between does not have it yet.
  await act(() => queryCache.invalidateQueries())
  expect(email).toHaveProperty('checked', false)
  await userEvent.click(screen.getByRole('switch', { name: 'In the app' }))
  const tried = server.calls(changePreferences).length
  server.reply(changePreferences, ({ body }) => ({ ...preferences, ...mergeDeep(preferences, body as object) }))
  act(() => void dispatchEvent(new Event('online')))
  expect(await screen.findByText('Saved')).toBeTruthy()
  expect(
    server
      .calls(changePreferences)
      .slice(tried)
      .map(({ body }) => body),
  ).toEqual([{ channels: { email: false } }, { channels: { inApp: false } }])
})

test('a change that waited and is refused goes back, and says so', async () => {
  const server = contractServer()
  server.reply(readPreferences, preferences)
  server.refuse(changePreferences, 503, 'server.unavailable')
  renderScreen(server, '/notification-preferences')
  const email = await screen.findByRole('switch', { name: 'Email' })
  await userEvent.click(email)
  expect(await screen.findByText('Waiting for connection')).toBeTruthy()
  server.refuse(changePreferences, 422, 'request.invalid')
  act(() => void dispatchEvent(new Event('online')))
  expect(await screen.findByText('Not saved')).toBeTruthy()
  expect(screen.getByRole('switch', { name: 'Email' })).toHaveProperty('checked', true)
})
