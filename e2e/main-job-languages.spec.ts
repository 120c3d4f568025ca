import { expectReceipt } from './commission-journey/payments-screen.ts'
import { findForeignWords, readUserTexts } from './main-job/foreign-words.ts'
import { runMainJob } from './main-job/main-job-journey.ts'
import { offerData } from './main-job/offer.ts'
import { roomLaunchOptions } from './rooms/emulated-devices.ts'
import { watchTexts, type WatchedText } from './support/browser/text-watch.ts'
import { expect, openWorld, test } from './support/fixtures.ts'
import { matrixOnly } from './support/scope.ts'
import { speak, translationsFor } from './support/translations.ts'

const tRegistration = translationsFor('accounts/registration')

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
