import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { agreeToTerms } from '@veranda/contract/accounts/terms/routes.ts'
import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { currentTermsVersion } from '@veranda/core/accounts/terms/terms.ts'
import { day } from '@veranda/core/time/instant.ts'
import { readDeletion } from '@veranda/contract/accounts/deletion/routes.ts'
import { readDataExport } from '@veranda/contract/accounts/export/routes.ts'
import { listNotifications } from '@veranda/contract/notifications/routes.ts'
import { readDashboard } from '@veranda/contract/dashboard/routes.ts'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadTranslations } from '../lib/i18n/i18n.ts'
import { invalidateReads } from '../lib/api/query.ts'
import { type ContractServer, contractServer } from '../lib/testing/contract-server.ts'
import { sampleAccount } from '../lib/testing/samples.ts'
import { loadScreen, renderScreen } from './testing/render-screen.tsx'

let server: ContractServer
// Also what opens later, so that no test waits for its code.
beforeAll(() =>
  Promise.all([
    loadScreen('/'),
    loadScreen('/terms'),
    loadScreen('/notifications'),
    loadScreen('/settings'),
    import('../app/shell/account-notices.tsx'),
    import('../features/dashboard/money-panel.tsx'),
    import('../features/accounts/terms/new-terms-dialog.tsx'),
    import('@veranda/ui/dialog-panel.tsx'),
    loadTranslations('legal', 'dashboard/panels', 'accounts/settings'),
  ]),
)
beforeEach(() => {
  server = contractServer()
  server.reply(readDashboard, {
    pendingOnMe: [],
    pendingOnThem: [],
    money: [],
    months: [],
    projects: { open: 0, active: 0, completed: 0 },
    recentVersions: [],
    bookings: [],
    role: 'client',
    firstSteps: null,
  })
})
afterEach(() => vi.restoreAllMocks())

const agreed = sampleAccount({ outdatedTerms: null })
const title = 'Our terms have changed'
const findDialog = () => screen.findByRole('dialog', { name: title })
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const button = (name: string) => screen.getByRole('button', { name })

test('a user of older terms sees what changed since theirs, word by word, and agrees to the version in force', async () => {
  renderScreen(server, '/', { outdatedTerms: 2 })
  const dialog = await findDialog()
  expect(
    within(dialog)
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent),
  ).toEqual([
    'How a commission is agreed',
    'Protected funds',
    'Disputes',
    'Leaving Veranda',
    'What you give us',
    'What we record as you use it',
    'Who sees it',
    'Cookies and storage',
    'How long we keep it',
    'What you can do',
    'Milestones',
    'After release',
    'Where the money goes, and when',
  ])
  expect(
    within(dialog).getByText(
      'You can now change your email address, get a copy of your data and delete your account yourself.',
    ),
  ).toBeTruthy()
  const gone = within(dialog).getAllByText((_, element) => element?.tagName === 'DEL')
  expect(gone.map(({ textContent }) => textContent).join(' ')).toContain('apart from your email address')
  const added = within(dialog).getAllByText((_, element) => element?.tagName === 'INS')
  expect(added.map(({ textContent }) => textContent).join(' ')).toContain('former one is kept for seven days')
  for (const [name, href] of [
    ['Terms', '/terms'],
    ['Privacy Policy', '/privacy'],
    ['Refund Policy', '/refund'],
  ] as const)
    expect(
      within(dialog)
        .getByRole('link', { name: new RegExp(`^${name}`) })
        .getAttribute('href'),
    ).toBe(href)
  server.reply(agreeToTerms, agreed)
  server.reply(readAccount, agreed)
  await userEvent.click(button('Agree'))
  await noDialog()
  expect(server.calls(agreeToTerms)).toMatchObject([{ body: { version: currentTermsVersion } }])
})

test('"Not now" asks again a day later, and not before', async () => {
  const shown = renderScreen(server, '/', { outdatedTerms: 1 })
  expect(within(await findDialog()).getAllByRole('heading', { level: 3 })).toHaveLength(14)
  await userEvent.click(button('Not now'))
  await noDialog()
  shown.unmount()
  const again = renderScreen(server, '/', { outdatedTerms: 1 })
  // The part of the dashboard that asks is there.
  await screen.findByRole('heading', { name: 'Money' })
  expect(screen.queryByRole('dialog')).toBeNull()
  again.unmount()
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now + day)
  renderScreen(server, '/', { outdatedTerms: 1 })
  await findDialog()
  expect(server.calls(agreeToTerms)).toEqual([])
})

test('agreeing in another tab closes the question, and a refusal says why', async () => {
  renderScreen(server, '/', { outdatedTerms: 2 })
  await findDialog()
  server.refuse(agreeToTerms, 409, 'account.terms-outdated', { field: 'version', detail: 'The terms have changed.' })
  await userEvent.click(button('Agree'))
  expect(await screen.findByText('The terms have changed.')).toBeTruthy()
  server.reply(readAccount, agreed)
  // As the event of a changed account does.
  await act(() => invalidateReads(readAccount))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('who comes by a link to any other screen is asked there too', async () => {
  server.reply(listNotifications, { items: [], next: null, unread: 0 })
  renderScreen(server, '/notifications', { outdatedTerms: 2 })
  expect(await findDialog()).toBeTruthy()
})

test('a scheduled deletion is said above every screen, with the way to the settings that keep the account', async () => {
  server.reply(listNotifications, { items: [], next: null, unread: 0 })
  const deletionAt = '2099-03-04T10:00:00.000Z'
  const { router } = renderScreen(server, '/notifications', { deletionAt })
  expect((await screen.findByText(/^Your account will be deleted on/)).textContent).toContain('2099')
  expect(screen.getByRole('link', { name: 'Keep or check it' }).getAttribute('href')).toBe('/settings')
  server.reply(readDeletion, { at: deletionAt, obstacles: [], actions: ['cancel'] })
  server.reply(readDataExport, { state: 'none' })
  await act(() => router.navigate('/settings'))
  // There it has the button that keeps it, and is said once.
  await screen.findByRole('button', { name: 'Keep my account' })
  expect(screen.getAllByText(/^Your account will be deleted on/)).toHaveLength(1)
})

test('the terms list what each version changed', async () => {
  renderScreen(server, '/terms', { outdatedTerms: 2 })
  await screen.findByRole('heading', { level: 2, name: 'What changed' })
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Version 11',
    'Version 10',
    'Version 9',
    'Version 8',
    'Version 7',
    'Version 6',
    'Version 5',
    'Version 4',
    'Version 3',
    'Version 2',
  ])
  const links = screen.getAllByRole('link', { name: 'How long we keep it' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(Array.from({ length: 5 }, () => '/privacy#privacy-7'))
  // The texts themselves are not covered by the question.
  expect(screen.queryByRole('dialog')).toBeNull()
})
