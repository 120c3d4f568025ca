import { changeAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { listSandboxMail } from '@veranda/contract/sandbox/routes.ts'
import type { SandboxMails } from '@veranda/contract/sandbox/schemas.ts'
import type { Page } from '@playwright/test'
import { expectReceipt } from './commission-journey/payments-screen.ts'
import { findForeignWords, readUserTexts } from './main-job/foreign-words.ts'
import { runMainJob } from './main-job/main-job-journey.ts'
import { offerData } from './main-job/offer.ts'
import { roomLaunchOptions } from './rooms/emulated-devices.ts'
import { openApiClient } from './support/api-client.ts'
import { watchTexts, type WatchedText } from './support/browser/text-watch.ts'
import { expect, openWorld, test } from './support/fixtures.ts'
import { matrixOnly } from './support/scope.ts'
import { speak, translationsFor } from './support/translations.ts'

const tRegistration = translationsFor('accounts/registration')

/** Returns the mails to the user of a page. */
async function readMails(page: Page): Promise<SandboxMails['items']> {
  const { items } = await page.evaluate(async (path): Promise<SandboxMails> => {
    const headers = { authorization: `Bearer ${localStorage.getItem('auth_token')}` }
    const reply = await fetch(`/api${path}`, { headers })
    // The reply of this route in the contract.
    return (await reply.json()) as SandboxMails
  }, listSandboxMail.path)
  return items
}

/** The properties of a calendar file that a person reads. */
const textProperty = /^(?:SUMMARY|DESCRIPTION|LOCATION|COMMENT)(?:;[^:]*)?:(.*)$/

/** Returns what a person reads in a mail: its subject and text, and the texts of its calendar file. */
function textsOfMail({ subject, text, calendar }: SandboxMails['items'][number]): WatchedText[] {
  // Lines that begin with a space go on with the one before.
  const lines = (calendar?.content ?? '').replaceAll(/\r?\n[ \t]/g, '').split(/\r?\n/)
  const properties = lines.flatMap((line) => textProperty.exec(line)?.[1] ?? [])
  const inCalendar = properties.map((value) => value.replaceAll('\\n', '\n').replaceAll(/\\(.)/g, '$1'))
  return [
    ...[subject, text].map((part) => ({ place: 'mail', path: subject, text: part })),
    ...inCalendar.map((part) => ({ place: 'calendar file', path: subject, text: part })),
  ]
}

test.use({ launchOptions: roomLaunchOptions })
test.afterEach(() => speak('en'))

for (const language of ['ar', 'ja'] as const) {
  test(
    `the whole main job, with its mails, receipts and panels in the room, has no English word of ours in ${language}`,
    matrixOnly,
    async ({ browser }) => {
      test.setTimeout(900_000)
      // Each has a world of its own, since the job moves its clock.
      const { world, close } = await openWorld()
      speak(language)
      const watched: WatchedText[] = []
      // The creator is someone of the demo world, who got mails in English before.
      const kenji = await openApiClient(world.server.url, 'Kenji')
      await kenji.call(changeAccount, { body: { language } })
      const formerMails = new Set((await kenji.call(listSandboxMail, {})).items.map(({ id }) => id))
      await runMainJob(
        { world, browser },
        {
          watch: (page) => watchTexts(page, watched),
          async afterwards({ client, creator }) {
            for (const [input, side] of [
              [client, 'client'],
              [creator, 'creator'],
            ] as const) {
              await input.page.goto('/payment')
              await expectReceipt(input, offerData.title, side, offerData.amount)
            }
            for (const { page } of [client, creator]) {
              const mails = (await readMails(page)).filter(({ id }) => !formerMails.has(id))
              expect(mails.some(({ calendar }) => calendar !== null)).toBe(true)
              watched.push(...mails.flatMap(textsOfMail))
            }
            await client.page.goto('/settings/mail')
            await expect(client.page.getByText(tRegistration('mail.subject')).first()).toBeVisible()
            for (const path of ['/dashboard', '/notifications', '/appointments']) {
              await client.page.goto(path)
              await expect(client.page.getByRole('heading', { level: 1 })).toBeVisible()
              await expect(client.page.locator('[aria-busy=true]')).toHaveCount(0)
            }
          },
        },
      )
      expect(
        watched.some(({ place }) => place === 'canvas'),
        'panels are drawn with texts of users',
      ).toBe(true)
      expect(findForeignWords(watched, language, await readUserTexts(world))).toEqual([])
      await close()
    },
  )
}
