import { listConversations } from '@veranda/contract/conversations/routes.ts'
import type { Page } from '@playwright/test'
import { openApiClient } from '../support/api-client.ts'
import { openBrowserWindow } from '../support/browser/browser-window.ts'
import { mouseInput } from '../support/browser/input-device.ts'
import { expect, test } from '../support/fixtures.ts'
import { openNetworkProxy } from '../support/server/network-proxy.ts'
import { matrixOnly } from '../support/scope.ts'
import { signInAsDemoUser } from '../support/sign-in.ts'
import { translationsFor } from '../support/translations.ts'
import { goOffline, goOnline, waitForWorker } from './worker.ts'

const tConversations = translationsFor('conversations')
const rounds = 50
const maxPauseMs = 400

/** Returns numbers from 0 to 1 that are the same for the same seed, so that a failure can be repeated. */
function makeRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

test(
  'nothing typed is lost and nothing is sent twice when the server and the network are killed at random moments',
  matrixOnly,
  async ({ world, browser }) => {
    test.setTimeout(900_000)
    const seed = Number(process.env['OFFLINE_SEED'] ?? Date.now() % 2 ** 32)
    console.log(`OFFLINE_SEED=${seed}`)
    const random = makeRandom(seed)
    const pause = () => new Promise((resolve) => setTimeout(resolve, random() * maxPauseMs))
    const maya = await openApiClient(world.server.url, 'Maya')
    const { items } = await maya.call(listConversations, { query: {} })
    const direct = items.find(({ kind }) => kind === 'direct')
    const proxy = await openNetworkProxy(world.server.url)
    const window = await openBrowserWindow(browser, proxy.url, { serviceWorkers: 'allow' })
    const { page } = window
    await signInAsDemoUser(mouseInput(page), 'Maya Torres')
    await waitForWorker(page)
    const address = `/messages?conversation=${direct?.id}`
    await page.goto(address)

    const field = page.getByRole('textbox', { name: tConversations('composer', { title: 'Kenji Arai' }) })
    const faults = Object.entries<(page: Page) => Promise<unknown>>({
      async 'no network'() {
        await goOffline(page, proxy)
        await pause()
        if (random() < 0.5) await goOnline(page, proxy)
      },
      async 'connections dropped'() {
        proxy.cut()
        await pause()
        proxy.restore()
      },
      async 'server killed'() {
        await world.server.crash()
        await world.restart()
      },
      'page loaded again': async () => page.reload(),
      'another screen': async () => page.goto('/dashboard').then(async () => page.goto(address)),
    })

    const written: string[] = []
    const counts = new Map<string, number>()
    for (let round = 0; round < rounds; round += 1) {
      const text = `Round ${round} of ${seed}`
      await field.fill(text)
      const [name, fault] = faults[Math.floor(random() * faults.length)] ?? []
      if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
      // Half of them while it is only typed, half of them while it is being sent.
      if (random() < 0.5) {
        await fault?.(page)
        await expect(field).toHaveValue(text)
        await field.press('Enter')
      } else {
        await field.press('Enter')
        await Promise.all([pause(), fault?.(page)])
      }
      written.push(text)
      await expect(field).toHaveValue('')
      if (random() < 0.5) await goOnline(page, proxy)
    }

    await goOnline(page, proxy)
    const stored = async () =>
      (
        await world.rows<{ text: string }>('select text from messages where text like $1 order by seq', [
          `Round % of ${seed}`,
        ])
      ).map(({ text }) => text)
    await expect.poll(stored, { timeout: 60_000 }).toEqual(written)
    // Nothing waits any longer, and nothing comes after.
    await expect(page.getByText(tConversations('state.queued'))).toHaveCount(0)
    expect(await stored()).toEqual(written)
    console.log(
      `${rounds} messages, none lost, none doubled, with faults: ${JSON.stringify(Object.fromEntries(counts))}`,
    )
    await window.close(/net::ERR_|WebSocket|Failed to fetch|503|realtime/)
    await proxy.close()
  },
)
