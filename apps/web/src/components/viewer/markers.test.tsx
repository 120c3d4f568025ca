import { cleanup, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { loadTranslations } from '../../lib/i18n/i18n.ts'
import { type ViewerCanvas } from '../../three/viewer/viewer-canvas.ts'
import { labelShift } from './label-shift.ts'
import { Markers } from './markers.tsx'
import { Toolbar } from './tools/toolbar.tsx'
import { defaultSettings } from '../../three/viewer/viewer-settings.ts'

beforeAll(() => loadTranslations('viewer'))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const rectangle = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom })
const picture = rectangle(0, 0, 800, 600)
const toolBar = rectangle(200, 540, 600, 590)

test('a label moves above what covers it at the lower edge and below what covers it at the upper edge', () => {
  const label = rectangle(350, 560, 450, 580)
  expect(labelShift(label, [toolBar], picture)).toBe(-46)
  expect(labelShift(rectangle(350, 10, 450, 30), [rectangle(200, 0, 600, 40)], picture)).toBe(36)
  // Labels before it are avoided like tools.
  const panel = rectangle(200, 440, 600, 532)
  expect(labelShift(label, [toolBar, panel], picture)).toBe(-146)
})

test('a label that nothing covers stays where it is', () => {
  expect(labelShift(rectangle(350, 400, 450, 420), [toolBar], picture)).toBe(0)
  expect(labelShift(rectangle(620, 560, 720, 580), [toolBar], picture)).toBe(0)
})

test.each([
  ['above the tool bar and not below it', { x: 350, y: 560 }, 'translate(350px, 534px)'],
  ['within the picture, where its point is at the end', { x: 796, y: 300 }, 'translate(714px, 300px)'],
])('the label of a length is drawn %s', async (_, point, transform) => {
  const at = { x: 0, y: 0, z: 0 }
  // The two calls that markers make of the canvas, with the label's place under the tools.
  const canvas = {
    dimensions: () => [{ what: 'x', at, metres: 0.54 }],
    projectPoint: () => ({ ...point, hidden: false }),
    onFrame: () => () => undefined,
  } as unknown as ViewerCanvas
  const page = () => (
    <Suspense>
      <div>
        <Markers
          canvas={canvas}
          pins={[]}
          openPinId={undefined}
          onOpenPin={undefined}
          draftPin={undefined}
          picking={false}
          showDimensions
        />
        <Toolbar
          tool={undefined}
          settings={{ ...defaultSettings, sizes: true }}
          onOpen={() => undefined}
          onPutAway={() => undefined}
          onShowDimensionsChange={() => undefined}
          canPin={false}
          animated={false}
        />
      </div>
    </Suspense>
  )
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const { left, top, right, bottom } =
      this.getAttribute('role') === 'toolbar' ? toolBar : this.tagName === 'SPAN' ? rectangle(0, 0, 100, 20) : picture
    return new DOMRect(left, top, right - left, bottom - top)
  })
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(80)
  render(page())
  const label = (await screen.findByText(/^Width/)).closest<HTMLElement>('[data-key]')
  expect(label?.style.transform).toBe(transform)
})
