import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { listNotifications } from '@veranda/contract/notifications/routes.ts'
import { listTickets } from '@veranda/contract/support/routes.ts'
import { beforeAll, expect, test } from 'vitest'
import { contractServer } from '../../lib/testing/contract-server.ts'
import { loadScreen, renderScreen } from '../../screens/testing/render-screen.tsx'

beforeAll(() => Promise.all([loadScreen('/notifications'), loadScreen('/support')]))

const main = ['/dashboard', '/projects', '/appointments', '/messages', '/search']
const hrefs = (links: HTMLElement[]) => links.map((link) => link.getAttribute('href'))

test('the screens keep the order of the specification, and payments and help are one press away', async () => {
  const server = contractServer()
  server.reply(listNotifications, { items: [], next: null, unread: 0 })
  server.reply(listTickets, { items: [], next: null })
  const { router } = renderScreen(server, '/notifications')
  const navigation = await screen.findByRole('navigation', { name: 'Main' })
  expect(hrefs(within(navigation).getAllByRole('link'))).toEqual(main)
  const side = navigation.parentElement ?? document.body
  expect(hrefs(within(side).getAllByRole('link')).slice(-4)).toEqual([
    '/projects/new',
    '/payment',
    '/settings',
    '/support',
  ])
  await userEvent.click(within(side).getByRole('link', { name: 'Help' }))
  expect(router.state.location.pathname).toBe('/support')
  expect(await screen.findByRole('link', { name: 'Help', current: 'page' })).toBeTruthy()
})
