import { type PartDifference } from '@veranda/core/assets/compare-materials.ts'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { loadTranslations } from '../../../lib/i18n/i18n.ts'
import { type RoomCanvas } from '../../../three/room/room-canvas.ts'
import { HeatMapLegend } from './heat-map-legend.tsx'

beforeAll(() => loadTranslations('rooms'))
afterEach(cleanup)

const none = { offset: null, mean: 0, at: null, distances: null, previousDistances: null, look: null }
const rail: PartDifference = { ...none, name: 'Top rail', change: 'moved', largest: 0.012 }
const seat: PartDifference = { ...none, name: 'Seat', change: 'same', largest: 0 }
const colored = { ...seat, look: { color: { before: '#b98a5a', after: '#335522' }, hasOtherMaterial: false } }

test('the legend of the map has values with a unit, on the page and in the scene, for as long as it is shown', () => {
  const setHeatMapLegend = vi.fn<RoomCanvas['setHeatMapLegend']>()
  // All that the legend calls.
  const canvas = { setHeatMapLegend } as unknown as RoomCanvas
  const { rerender, unmount } = render(<HeatMapLegend canvas={canvas} changes={[rail, seat]} previousNumber={1} />)
  expect(screen.getByRole('figure').textContent).toBe('Distance to version 10.0 mm6.0 mm12.0 mm')
  expect(setHeatMapLegend).toHaveBeenLastCalledWith({
    title: 'Distance to version 1',
    colors: expect.arrayContaining([[1, 'rgb(199 31 41)']]),
    values: ['0.0 mm', '6.0 mm', '12.0 mm'],
    notes: [],
  })
  rerender(<HeatMapLegend canvas={canvas} changes={[seat]} previousNumber={1} />)
  expect(screen.getByRole('figure').textContent).toBe('Same as version 1')
  unmount()
  expect(setHeatMapLegend).toHaveBeenLastCalledWith(undefined)
})

test('a version with another colour is not called the same, on the page and in the scene', () => {
  const setHeatMapLegend = vi.fn<RoomCanvas['setHeatMapLegend']>()
  // All that the legend calls.
  const canvas = { setHeatMapLegend } as unknown as RoomCanvas
  const { rerender } = render(<HeatMapLegend canvas={canvas} changes={[colored]} previousNumber={1} />)
  expect(screen.getByRole('figure').textContent).toBe('Same shape as version 11 part has another colour')
  const notes = ['1 part has another colour']
  expect(setHeatMapLegend).toHaveBeenLastCalledWith(
    expect.objectContaining({ title: 'Same shape as version 1', notes }),
  )
  rerender(<HeatMapLegend canvas={canvas} changes={[rail, colored]} previousNumber={1} />)
  expect(screen.getByRole('figure').textContent).toContain('12.0 mm1 part has another colour')
})
