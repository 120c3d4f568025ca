import { Mesh, MeshBasicMaterial, type Object3D, Scene, ShaderMaterial, SrcColorFactor, Vector3 } from 'three'
import { afterEach, expect, test, vi } from 'vitest'
import { twoBoxes } from '../room/testing/headless-room.ts'
import { type Drawing, RecordingRenderer } from './testing/recording-renderer.ts'
import { ViewerCanvas } from './viewer-canvas.ts'
import { defaultSettings } from './viewer-settings.ts'

const device = vi.hoisted(() => ({ quality: 'full', renderer: undefined as unknown }))

vi.mock('../../lib/device/webgl-support.ts', () => ({ defaultQuality: () => device.quality }))
vi.mock('three', async (importOriginal) => ({
  ...(await importOriginal<typeof import('three')>()),
  // Constructed by the canvas, which returns what the test has prepared.
  WebGLRenderer: function create() {
    return device.renderer
  },
}))

let opened: ViewerCanvas | undefined

afterEach(() => {
  opened?.dispose()
  opened = undefined
  vi.unstubAllGlobals()
})

/** Opens a canvas on a machine with these graphics and shows two boxes. */
function openCanvas(quality: 'full' | 'light' = 'full', processorCores = 8) {
  const renderer = new RecordingRenderer()
  Object.assign(device, { quality, renderer })
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('pointer') }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  vi.spyOn(navigator, 'hardwareConcurrency', 'get').mockReturnValue(processorCores)
  const ignore = () => undefined
  const events = { onPress: ignore, onContextLost: ignore, onContextRestored: ignore }
  const canvas = new ViewerCanvas(document.createElement('div'), events)
  opened = canvas
  const pictures: Object3D[][] = []
  renderer.onDraw = ({ root, target }) => {
    if (root instanceof Scene && target === null) pictures.push(root.children.filter(({ visible }) => visible))
  }
  const model = twoBoxes()
  canvas.setModel(model)
  /** Draws frames until no more is loaded and drawn, and returns what the last picture shows. */
  async function lastPicture(): Promise<Object3D[]> {
    for (let count = -1; count !== pictures.length;) {
      count = pictures.length
      await vi.dynamicImportSettled()
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    return pictures.at(-1) ?? []
  }
  return { canvas, model, renderer, pictures, lastPicture }
}

type Shade = Mesh & { material: MeshBasicMaterial }

const isShade = (object: Object3D): object is Shade =>
  object instanceof Mesh && object.material instanceof MeshBasicMaterial && object.material.map !== null

const isOcclusion = (object: Object3D) =>
  object instanceof Mesh && object.material instanceof ShaderMaterial && object.material.blendDst === SrcColorFactor

/** Returns whether something was seen from below. */
const isFromBelow = ({ camera }: Drawing) => camera.getWorldDirection(new Vector3()).y > 0.99

test('in full quality a model leaves its contact shadow right below it, drawn from below and only when its shape changes', async () => {
  const { canvas, model, renderer, lastPicture } = openCanvas()
  const shade = (await lastPicture()).find(isShade)
  const { min, max } = model.box
  expect(shade?.position.y).toBeLessThan(min.y)
  expect(shade?.position.y).toBeGreaterThan(min.y - 0.01)
  expect(shade?.scale.x).toBeGreaterThan(max.x - min.x)
  const drawn = () => renderer.drawings.filter(({ root }) => root instanceof Scene).filter(isFromBelow)
  expect(drawn().map(({ target }) => target?.texture)).toEqual([shade?.material.map])
  canvas.orbit(0.5, 0)
  await lastPicture()
  expect(drawn()).toHaveLength(1)
  canvas.applySettings({ ...defaultSettings, explode: 0.5 })
  await lastPicture()
  expect(drawn()).toHaveLength(2)
})

test('a cut model, two versions and light quality have no contact shadow', async () => {
  const { canvas, lastPicture } = openCanvas()
  canvas.applySettings({ ...defaultSettings, section: { axis: 'y', at: 0.5, turned: false } })
  expect((await lastPicture()).some(isShade)).toBe(false)
  canvas.applySettings(defaultSettings)
  expect((await lastPicture()).some(isShade)).toBe(true)
  canvas.setPrevious(twoBoxes())
  canvas.setCompareMode('overlay')
  expect((await lastPicture()).some(isShade)).toBe(false)
  canvas.dispose()
  expect((await openCanvas('light').lastPicture()).some(isShade)).toBe(false)
})

test('creases are darkened after the first picture, and not in a map, whose colours mean distances', async () => {
  const { canvas, pictures, lastPicture } = openCanvas()
  expect((await lastPicture()).some(isOcclusion)).toBe(true)
  expect(pictures[0]?.some(isOcclusion)).toBe(false)
  canvas.setPrevious(twoBoxes())
  canvas.setCompareMode('map')
  expect((await lastPicture()).some(isOcclusion)).toBe(false)
  canvas.setCompareMode('side')
  expect((await lastPicture()).some(isOcclusion)).toBe(true)
})

test.each([
  ['in light quality', 'light', 8],
  ['on a weak processor', 'full', 2],
] as const)('%s creases are not darkened', async (_, quality, processorCores) => {
  expect((await openCanvas(quality, processorCores).lastPicture()).some(isOcclusion)).toBe(false)
})
