import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { changePreferences, readPreferences } from '@veranda/contract/notifications/routes.ts'
import { type Preferences } from '@veranda/contract/notifications/schemas.ts'
import { defaultPreferences, withFlatChannels } from '@veranda/core/notifications/preferences/preferences.ts'
import { beforeAll, expect, test } from 'vitest'
import { contractServer } from '../lib/testing/contract-server.ts'
import { loadScreen, renderScreen } from './testing/render-screen.tsx'

beforeAll(() => loadScreen('/notification-preferences'))

test('what reaches the reader is said first, and follows each change', async () => {
  const server = contractServer()
  const defaults = withFlatChannels(defaultPreferences('Europe/Berlin'))
  const preferences: Preferences = {
    ...defaults,
    deliveryFrequency: {},
    quietHours: { ...defaults.quietHours, days: [...defaults.quietHours.days] },
  }
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
