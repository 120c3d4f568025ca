import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { root } from '../../support/paths.ts'

/** Edge of a picture in pixels. */
export const pictureEdge = 480

/** Our viewer at one of its two qualities. */
export type Quality = 'full' | 'light'
/** Eye and target of a camera, in metres. */
export type Camera = {
  readonly eye: readonly [number, number, number]
  readonly target: readonly [number, number, number]
}
export type Picture = { readonly png: Buffer; readonly camera: Camera }

/** The vertical field of view of our viewer, in degrees. */
const fieldOfViewDegrees = 32
/** A picture is finished when nothing was drawn for as many frames. */
const restFrames = 20
const referenceFile = createRequire(import.meta.url).resolve('@google/model-viewer/dist/model-viewer.min.js')

type Viewpoint = { eye: [number, number, number]; target: [number, number, number] }
/** The chunk of our viewer in the built app, as far as it is used here. */
type ViewerChunk = {
  openViewerCanvas(host: HTMLElement, events: object): { readonly viewpoint: Viewpoint }
  showAsset(canvas: object, source: object, onProgress: () => void, signal: AbortSignal): Promise<void>
}
type ReferenceElement = HTMLElement & { jumpCameraToGoal(): void; readonly updateComplete: Promise<unknown> }
type ReferenceClass = { minimumRenderScale: number }

/** Draws a model in the viewer of the built app, as a page would show it first. */
export async function drawInViewer(
  browser: Browser,
  url: string,
  model: Uint8Array,
  quality: Quality,
): Promise<Picture> {
  const page = await openEmptyPage(browser, url, model)
  if (quality === 'full') await page.addInitScript(pretendGraphicsCard)
  await page.goto('/reference')
  const camera = await page.evaluate(async (file) => {
    const host = document.querySelector<HTMLElement>('#host')
    // The built chunk keeps the names of its exports.
    const viewer = (await import(file)) as ViewerChunk
    if (!host) throw new Error('the page has no place for a model')
    const ignore = () => undefined
    const canvas = viewer.openViewerCanvas(host, { onPress: ignore, onContextLost: ignore, onContextRestored: ignore })
    await viewer.showAsset(canvas, { url: '/reference/model.glb', parts: [] }, ignore, new AbortController().signal)
    const { eye, target } = canvas.viewpoint
    return { eye, target }
  }, viewerChunk())
  await page.waitForFunction(
    async (frames) => {
      const host = document.querySelector<HTMLElement>('#host')
      const before = host?.dataset['frames']
      for (let frame = 0; frame < frames; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
      return before !== undefined && host?.dataset['frames'] === before
    },
    restFrames,
    { timeout: 60_000 },
  )
  return { png: await closeWithPicture(page), camera }
}

/** Draws a model in `<model-viewer>` from the same place, in its neutral light, without a shadow. */
export async function drawInReference(
  browser: Browser,
  url: string,
  model: Uint8Array,
  { eye, target }: Camera,
): Promise<Buffer> {
  const page = await openEmptyPage(browser, url, model)
  await page.goto('/reference')
  await page.addScriptTag({ url: '/reference/model-viewer.js', type: 'module' })
  const offset = [eye[0] - target[0], eye[1] - target[1], eye[2] - target[2]] as const
  const distance = Math.hypot(...offset)
  const orbit = `${Math.atan2(offset[0], offset[2])}rad ${Math.acos(offset[1] / distance)}rad ${distance}m`
  const attributes = {
    src: '/reference/model.glb',
    'environment-image': 'neutral',
    'tone-mapping': 'neutral',
    exposure: '1',
    'shadow-intensity': '0',
    'interaction-prompt': 'none',
    loading: 'eager',
    'camera-target': target.map((metres) => `${metres}m`).join(' '),
    'camera-orbit': orbit,
    'min-camera-orbit': 'auto auto 0m',
    'max-camera-orbit': `auto auto ${distance * 2}m`,
    'min-field-of-view': `${fieldOfViewDegrees}deg`,
    'field-of-view': `${fieldOfViewDegrees}deg`,
    style: 'inline-size: 100%; block-size: 100%; --poster-color: transparent; background: transparent',
  }
  await page.evaluate(async (values) => {
    const known: unknown = await customElements.whenDefined('model-viewer')
    // It would draw fewer pixels while it is slow.
    ;(known as ReferenceClass).minimumRenderScale = 1
    // The library's own element.
    const element = document.createElement('model-viewer') as ReferenceElement
    for (const [name, value] of Object.entries(values)) element.setAttribute(name, value)
    const loaded = new Promise((resolve, reject) => {
      element.addEventListener('load', resolve)
      element.addEventListener('error', () => reject(new Error('the reference viewer could not load the model')))
    })
    // In place of its bar of progress, which would stay in the picture.
    const bar = document.createElement('div')
    bar.slot = 'progress-bar'
    element.append(bar)
    document.querySelector('#host')?.append(element)
    await loaded
    await element.updateComplete
    element.jumpCameraToGoal()
    for (let frame = 0; frame < 30; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
  }, attributes)
  return closeWithPicture(page)
}

/** Opens a page of the app's origin that has nothing but a place for a picture. Nothing else is loaded from elsewhere. */
async function openEmptyPage(browser: Browser, url: string, model: Uint8Array): Promise<Page> {
  const viewport = { width: pictureEdge, height: pictureEdge }
  const context = await browser.newContext({ baseURL: url, viewport, serviceWorkers: 'block' })
  const page = await context.newPage()
  const place = `position: fixed; inset: 0; inline-size: ${pictureEdge}px; block-size: ${pictureEdge}px`
  // The chunks of the built app start the app, which needs its own place.
  const body =
    '<!doctype html><title>-</title><style>html, body { background: transparent !important }</style>' +
    `<div id="host" style="${place}"></div><div id="root" hidden></div>`
  await page.route('**/*', (route) => {
    const { host, pathname } = new URL(route.request().url())
    if (pathname === '/reference') return route.fulfill({ contentType: 'text/html', body })
    if (pathname === '/reference/model.glb')
      return route.fulfill({ contentType: 'model/gltf-binary', body: Buffer.from(model) })
    if (pathname === '/reference/model-viewer.js')
      return route.fulfill({ contentType: 'text/javascript', path: referenceFile })
    return host === new URL(url).host ? route.continue() : route.abort()
  })
  return page
}

async function closeWithPicture(page: Page): Promise<Buffer> {
  const png = await page.screenshot({ omitBackground: true })
  await page.context().close()
  return png
}

/** Lets the viewer draw in full quality, as with a graphics card and four processor cores. */
function pretendGraphicsCard(): void {
  const rendererNameParameter = 0x9246
  const { prototype } = WebGL2RenderingContext
  const { getParameter } = prototype
  prototype.getParameter = function (parameter: number): unknown {
    return parameter === rendererNameParameter ? 'Graphics card' : getParameter.call(this, parameter)
  }
  Object.defineProperty(navigator, 'hardwareConcurrency', { value: 8 })
}

function viewerChunk(): string {
  const manifest = readFileSync(join(root, 'apps/web/dist/.vite/manifest.json'), 'utf8')
  // Vite documents this shape of its manifest.
  const chunks = JSON.parse(manifest) as Record<string, { file: string }>
  const chunk = chunks['src/three/viewer/open-viewer-canvas.ts']
  if (!chunk) throw new Error('the built app has no viewer')
  return `/${chunk.file}`
}
