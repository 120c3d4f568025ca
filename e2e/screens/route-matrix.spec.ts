import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { openBrowserWindow } from '../support/browser/browser-window.ts'
import { cutControls } from '../support/browser/cut-controls.ts'
import { followReads } from '../support/browser/open-reads.ts'
import { auditPage, type PageView } from '../support/browser/page-audit.ts'
import { expect, test } from '../support/fixtures.ts'
import { saveMontage } from '../support/montage.ts'
import { root } from '../support/paths.ts'
import { servePseudoLanguage } from '../support/pseudo-language.ts'
import { matrixOnly } from '../support/scope.ts'
import { speak } from '../support/translations.ts'
import { findRoutePlaces, readRoutes, type Viewer, viewers } from './route-matrix/route-places.ts'

/** Pictures for a person to look at: one file for each language, width and theme, with all routes in a fixed order. */
const montageFolder = join(root, '.data/pictures/routes')
/** The widths of one picture in a montage, in pixels, by the width of the screen. */
const montageShapes: Readonly<Record<number, { pictureWidth: number; columns: number }>> = {
  360: { pictureWidth: 240, columns: 8 },
  768: { pictureWidth: 320, columns: 6 },
  1440: { pictureWidth: 480, columns: 5 },
}
/** The made-up language, longer by 40 %, is mirrored. */
const languages = [
  ['en', 'en'],
  ['ar', 'ar'],
  ['ja', 'ja'],
  ['pseudo', 'ar'],
] as const

test.afterEach(() => speak('en'))

test('every route of the router has a place in the matrix', async ({ world }) => {
  const routes = readRoutes()
  expect(routes.length).toBeGreaterThan(35)
  expect(Object.keys(await findRoutePlaces(world.server.url)).toSorted()).toEqual([...new Set(routes)].toSorted())
})

for (const [name, language] of languages) {
  test(
    `every route in ${name} is accessible, fits, cuts no control and logs no error at three widths in both themes`,
    matrixOnly,
    async ({ world, browser }) => {
      test.setTimeout(1_800_000)
      speak(language)
      const { url } = world.server
      const places = Object.values(await findRoutePlaces(url))
      const pictures = new Map<string, Buffer[]>()
      for (const viewer of viewers) {
        const window = await openBrowserWindow(browser, url, { colorScheme: 'light', reducedMotion: 'reduce' })
        const { page } = window
        const openReads = followReads(page)
        if (name === 'pseudo') await servePseudoLanguage(page, language)
        if (viewer !== 'nobody') await enterAs(page, viewer)
        for (const path of places.flatMap((place) => place[viewer] ?? [])) {
          await page.goto(path)
          await test.step(path, async () => {
            await expect(page.locator('html'), path).toHaveAttribute('lang', language)
            // Not the first view, which the server has drawn.
            await expect(page.locator('#root h1').first(), path).toBeVisible()
            // A part whose texts are still on their way hides the whole screen.
            await expect.poll(openReads, path).toEqual([])
            await auditPage(page, `${path} in ${name}`, async (view) => {
              expect.soft(await cutControls(page), `${path} in ${name}, ${view.width} wide, cuts controls`).toEqual([])
              await takePicture(page, view, pictures)
            })
          })
        }
        await window.close()
      }
      await mkdir(montageFolder, { recursive: true })
      for (const [view, shots] of pictures) {
        const shape = montageShapes[Number(view.split('-')[0])]
        if (shape) await saveMontage(join(montageFolder, `${name}-${view}.png`), shots, shape)
      }
    },
  )
}

async function takePicture(page: Page, { width, theme }: PageView, pictures: Map<string, Buffer[]>): Promise<void> {
  const view = `${width}-${theme}`
  const shots = pictures.get(view) ?? []
  pictures.set(view, shots)
  shots.push(await page.screenshot({ animations: 'disabled' }))
}

/** Signs in with one press, whatever the language. */
async function enterAs(page: Page, viewer: Viewer): Promise<void> {
  await page.goto('/login')
  await page
    .getByRole('button', { name: new RegExp(`${viewer} `) })
    .first()
    .click()
  await page.waitForURL('/dashboard')
}
