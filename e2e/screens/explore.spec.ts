import { openBrowserWindow } from '../support/browser/browser-window.ts'
import { expect, test } from '../support/fixtures.ts'
import { translationsFor } from '../support/translations.ts'

const t = translationsFor('talent/explore')
const tSignIn = translationsFor('accounts/sign-in')
const tShell = translationsFor('shell')

test('a stranger looks around, opens a creator, and lands on the request after signing in', async ({
  world,
  browser,
}) => {
  const window = await openBrowserWindow(browser, world.server.url)
  const { page } = window
  await page.goto('/login')
  await page.getByRole('link', { name: tSignIn('login.explore') }).click()
  await expect(page).toHaveURL('/explore')
  await page.getByRole('textbox', { name: t('search') }).fill('joinery')
  await page.getByRole('button', { name: t('search.do') }).click()
  await expect(page).toHaveURL('/explore?q=joinery')
  const gallery = page.getByRole('list', { name: t('results') })
  await expect(gallery.getByRole('listitem')).toHaveCount(1)
  await gallery.getByRole('link', { name: /Kenji Arai$/ }).click()
  await expect(page).toHaveURL('/explore/kenji-arai')
  await expect(page.getByRole('heading', { level: 1, name: 'Kenji Arai' })).toBeVisible()

  // The model comes by a press where no graphics card draws it, and turns by the keyboard.
  await page.getByRole('button', { name: t('hero.open') }).click()
  const model = page.getByRole('application', { name: t('hero', { title: 'Three-rail chair' }) })
  await expect(model).toBeVisible()
  const frames = () => model.evaluate(({ dataset }) => Number(dataset['frames']))
  const before = await frames()
  await model.press('ArrowLeft')
  await expect.poll(frames).toBeGreaterThan(before)

  // Signed out, the page can be reported without leaving it.
  await page.getByRole('button', { name: t('report'), exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('report.send') })
    .click()
  await expect(page.getByText(t('report.sent'))).toBeVisible()

  await page.getByRole('link', { name: t('act.request') }).click()
  await expect(page).toHaveURL('/login')
  await page.getByRole('button', { name: tSignIn('demo.enter', { name: 'Maya Torres' }) }).click()
  await expect(page).toHaveURL(/\/projects\/new\?creator=/)
  await expect(page.getByRole('heading', { level: 1, name: tShell('screen.new-project') })).toBeVisible()
  await window.close()
})

test('the first view that the server sends stands where the app draws the same', async ({ world, browser }) => {
  const placesOf = async (javaScriptEnabled: boolean) => {
    const window = await openBrowserWindow(browser, world.server.url, { javaScriptEnabled })
    const { page } = window
    const places: Record<string, unknown> = {}
    for (const path of ['/explore', '/explore/kenji-arai', '/login', '/register']) {
      await page.goto(path)
      await expect(page.locator('#first-view')).toHaveCount(javaScriptEnabled ? 0 : 1)
      const isPublicPage = path.startsWith('/explore')
      for (const selector of isPublicPage ? ['h1', 'main img', 'main h2'] : ['h1', 'header img'])
        places[`${path} ${selector}`] = await page.locator(selector).first().boundingBox()
    }
    await window.close()
    return places
  }
  const first = await placesOf(false)
  expect(Object.values(first).every((box) => box !== null)).toBe(true)
  expect(first).toEqual(await placesOf(true))
})

test('the document of a creator is complete without scripts, and a creator who is not there is 404', async ({
  world,
  browser,
}) => {
  const window = await openBrowserWindow(browser, world.server.url)
  const { page } = window
  const opened = await page.goto('/explore/kenji-arai')
  expect(opened?.status()).toBe(200)
  const html = (await opened?.text()) ?? ''
  expect(html).toContain('<title>Kenji Arai: Furniture and joinery, modelled to the millimetre · Veranda</title>')
  const [, picture = ''] = /<meta property="og:image" content="([^"]+)"/.exec(html) ?? []
  expect((await page.request.get(picture)).headers()['content-type']).toBe('image/webp')
  await expect(page).toHaveTitle('Kenji Arai: Furniture and joinery, modelled to the millimetre · Veranda')
  const absent = await page.goto('/explore/no-one-here')
  expect(absent?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: t('absent.title') })).toBeVisible()
  await window.close()
})
