import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { loadTranslations } from '../../../lib/i18n.ts'
import { type RoomCanvas } from '../../../three/room/room-canvas.ts'
import { MapLegend } from './map-legend.tsx'

beforeAll(() => loadTranslations('rooms'))
afterEach(cleanup)

test('the legend of the map has values with a unit, on the page and in the scene, for as long as it is shown', () => {
  const setMapLegend = vi.fn<RoomCanvas['setMapLegend']>()
  // All that the legend calls.
  const canvas = { setMapLegend } as unknown as RoomCanvas
  const { rerender, unmount } = render(<MapLegend canvas={canvas} largest={0.012} previousNumber={1} />)
  expect(screen.getByRole('figure').textContent).toBe('Distance to version 10.0 mm6.0 mm12.0 mm')
  expect(setMapLegend).toHaveBeenLastCalledWith({
    title: 'Distance to version 1',
    colors: expect.arrayContaining([[1, 'rgb(199 31 41)']]),
    values: ['0.0 mm', '6.0 mm', '12.0 mm'],
  })
  rerender(<MapLegend canvas={canvas} largest={0} previousNumber={1} />)
  expect(screen.getByRole('figure').textContent).toBe('Same as version 1')
  unmount()
  expect(setMapLegend).toHaveBeenLastCalledWith(undefined)
})
