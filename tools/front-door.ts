import type { Browser } from '@playwright/test'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import { extname, join } from 'node:path'
import { encodeStill, makeFrontDoorChair } from '../apps/server/seed/assets/front-door.ts'
import { stillTimesMs, storyBeats } from '../apps/web/src/features/accounts/front-door/story.ts'
import { buildWeb } from './build-web.ts'
import { findChromium } from './chromium.ts'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'apps/web/dist')
const folder = join(root, 'apps/web/src/features/accounts/front-door')
const stillsFolder = join(folder, 'stills')
/** The first still is the poster, which is also shown large. */
const posterWidth = 1_440
const stillWidth = 720
/**
 * Hides what lies over the scene or next to it. Of the labels the numbered pin stays, larger, because it reads the same in
 * every language.
 */
const stillStyles = `
header p, main, .scene-controls_bar { visibility: hidden }
.scene-labels_label, .scene-labels_raise, .scene-labels_protection { display: none }
.scene-labels_pin { animation: none !important; transition: none !important; scale: 2; transform-origin: 0 100% }
`
/** At this size the scene has the shape of the poster, 4 to 3. */
const viewport = { width: 2_000, height: 1_080 }

/** Makes the model and the stills of the sign-in pages again, from the seed's chair and the built app's own scene. */
async function makeFrontDoor(): Promise<void> {
  await mkdir(stillsFolder, { recursive: true })
  await writeFile(join(folder, 'reading-chair.glb'), await makeFrontDoorChair())
  await buildWeb()
  const server = await serveBuiltApp()
  const browser = await launchBrowser()
  try {
    for (const theme of ['daylight', 'dusk'] as const) await takeStills(browser, server, theme)
  } finally {
    await browser.close()
    server.close()
  }
}

async function takeStills(browser: Browser, server: Server, theme: 'daylight' | 'dusk'): Promise<void> {
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const colorScheme = theme === 'dusk' ? 'dark' : 'light'
  const page = await browser.newPage({ viewport, colorScheme, deviceScaleFactor: 1.2 })
  for (const beat of storyBeats) {
    await page.goto(`http://127.0.0.1:${port}/login?front-door=scene&front-door-ms=${stillTimesMs[beat]}`)
    const canvas = page.locator('[data-state="ready"]')
    await canvas.waitFor({ timeout: 120_000 })
    await page.addStyleTag({ content: stillStyles })
    await page.waitForFunction(
      () => Number(document.querySelector<HTMLElement>('[data-frames]')?.dataset['frames']) > 1,
    )
    const png = await canvas.screenshot({ animations: 'disabled' })
    await writeFile(join(stillsFolder, `${theme}-${beat}.avif`), await encodeStill(png, stillWidth))
    if (beat === 'arrive')
      await writeFile(join(stillsFolder, `${theme}-poster.avif`), await encodeStill(png, posterWidth))
    process.stdout.write(`${theme} ${beat}\n`)
  }
  await page.close()
}

async function launchBrowser(): Promise<Browser> {
  const require = createRequire(join(root, 'e2e/package.json'))
  // The type of the package that is loaded by name.
  const { chromium } = require('@playwright/test') as typeof import('@playwright/test')
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error('no Chromium was found; set CHROMIUM_PATH')
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--enable-unsafe-swiftshader'] })
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.avif': 'image/avif',
  '.glb': 'model/gltf-binary',
  '.json': 'application/json',
}

/** Serves the built app without its API, which is enough to draw the sign-in page. */
function serveBuiltApp(): Promise<Server> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://127.0.0.1').pathname
    if (path.startsWith('/api/')) return response.writeHead(503).end()
    const file = join(dist, path)
    const found = path !== '/' && existsSync(file) ? file : join(dist, 'index.html')
    response.writeHead(200, { 'content-type': contentTypes[extname(found)] ?? 'application/octet-stream' })
    createReadStream(found).pipe(response)
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

await makeFrontDoor()
