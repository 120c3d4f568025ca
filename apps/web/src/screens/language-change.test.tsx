import 'fake-indexeddb/auto'
import { listTickets } from '@veranda/contract/support/routes.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { changeAccount, readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { type CatalogueName } from '@veranda/i18n/catalogues.ts'
import pageErrors from '@veranda/i18n/errors/page/en.json'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { snackbars } from '../components/toasts.ts'
import { followAccountLanguage } from '../features/accounts/language/follow-account-language.ts'
import { invalidateReads } from '../lib/api/query.ts'
import { changeLanguage } from '../lib/i18n/change-language.ts'
import { contractServer } from '../lib/testing/contract-server.ts'
import { maya, sampleAccount } from '../lib/testing/samples.ts'
import { loadScreen, renderScreen } from './testing/render-screen.tsx'

const network = vi.hoisted(() => ({ isDown: false }))

// Other languages are the English one with their tag before each text.
vi.mock('@veranda/i18n/load-catalogue.ts', async (importOriginal) => {
  const { loadCatalogue } = await importOriginal<typeof import('@veranda/i18n/load-catalogue.ts')>()
  return {
    loadCatalogue: async (name: CatalogueName, language: string) => {
      if (network.isDown) throw new Error('the network is down')
      // These are bundled.
      const english = name === 'errors/page' ? pageErrors : await loadCatalogue(name, 'en')
      if (language === 'en') return english
      return Object.fromEntries(Object.entries(english).map(([key, text]) => [key, `${language}: ${text}`]))
    },
  }
})

beforeAll(async () => {
  await loadScreen('/support')
  // Loaded here, so that no test waits for it.
  await Promise.all([
    import('../features/accounts/language/language-menu.tsx'),
    import('@veranda/ui/menu-panel.tsx'),
    import('@veranda/ui/toast-region-panel.tsx'),
  ])
})

beforeEach(async () => {
  network.isDown = false
  await changeLanguage('en')
  localStorage.clear()
  // The snackbar of the test before, whose region is gone.
  snackbars.onClosed('language')
})

const root = document.documentElement

/** Opens the support form of a signed-in user, types into it and returns its field. */
async function typeMessage() {
  const server = contractServer()
  server.reply(listTickets, { items: [], next: null })
  renderScreen(server, '/support')
  server.reply(changeAccount, ({ body }) => sampleAccount({ language: body.language ?? 'en' }))
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Message/ })
  await userEvent.type(field, 'Half a sentence')
  return { server, field }
}

async function pick(name: RegExp) {
  await userEvent.click(await screen.findByRole('button', { name: /Choose a language/ }))
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name }))
}

test('another language is there at once, in place, on the device and in the account, and the form keeps its words', async () => {
  const { server, field } = await typeMessage()
  const removed = vi.fn<(removed: NodeList) => void>()
  const observer = new MutationObserver((records) => {
    for (const { removedNodes } of records)
      if ([...removedNodes].some((node) => node.contains(field))) removed(removedNodes)
  })
  observer.observe(document.body, { childList: true, subtree: true })
  await pick(/العربية/)
  await screen.findByText('ar: Language changed')
  expect(field.isConnected && field.value).toBe('Half a sentence')
  expect(removed).not.toHaveBeenCalled()
  observer.disconnect()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/^ar: /)
  expect([root.lang, root.dir, localStorage.getItem('language')]).toEqual(['ar', 'rtl', 'ar'])
  expect(server.calls(changeAccount).map(({ body }) => body)).toEqual([{ language: 'ar' }])
  // Each by its own name, and by its name in the language of the page.
  await userEvent.click(screen.getByRole('button', { name: 'ar: Choose a language' }))
  const names = (await screen.findAllByRole('menuitemcheckbox')).map(({ textContent }) => textContent)
  expect(names[3]).toBe('Deutschالألمانية')
  expect(names).toHaveLength(7)
})

test.each(['the texts cannot be fetched', 'the account cannot be saved'])(
  'when %s, everything is as it was',
  async (why) => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const { server, field } = await typeMessage()
    if (why.startsWith('the texts')) network.isDown = true
    else server.refuse(changeAccount, 503, 'server.unavailable')
    await pick(/^Fran/)
    await screen.findByText('The language could not be changed')
    expect([root.lang, root.dir, localStorage.getItem('language')]).toEqual(['en', 'ltr', null])
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Support')
    expect(field.value).toBe('Half a sentence')
    if (network.isDown) expect(server.calls(changeAccount)).toEqual([])
  },
)

test('a second tab and another device follow', async () => {
  const { server } = await typeMessage()
  await screen.findByRole('button', { name: /Choose a language/ })
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'language', newValue: 'de' })))
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('de: Support'))

  followAccountLanguage()
  server.reply(readAccount, sampleAccount({ ...maya, language: 'ja' }))
  await act(() => invalidateReads(readAccount))
  await waitFor(() => expect(root.lang).toBe('ja'))
})

test('at a sign-in the own language of the account wins over that of the device', async () => {
  await changeLanguage('de')
  const server = contractServer()
  followAccountLanguage()
  server.reply(listTickets, { items: [], next: null })
  renderScreen(server, '/support')
  server.reply(readAccount, sampleAccount({ ...maya, language: 'ar' }))
  await waitFor(() => expect([root.lang, root.dir, localStorage.getItem('language')]).toEqual(['ar', 'rtl', 'ar']))
  expect(server.calls(changeAccount)).toEqual([])
})

test('a legal text in another language says that the English one applies', async () => {
  const translation = /If it differs from the English text, the English text applies/
  renderScreen(contractServer(), '/terms')
  await screen.findByRole('heading', { level: 1, name: 'Terms of Service' })
  expect(screen.queryByText(translation)).toBeNull()
  await act(() => changeLanguage('de'))
  expect(screen.getByText(translation).textContent).toMatch(/^de: /)
})
