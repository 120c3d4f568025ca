import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { LabelsProvider } from '@veranda/ui/labels.tsx'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { loadTranslations } from '../../../lib/i18n/i18n.ts'
import { type ViewerCanvas } from '../../../three/viewer/viewer-canvas.ts'
import { defaultSettings, type ViewerSettings } from '../../../three/viewer/viewer-settings.ts'
import { ToolPanel } from './tool-panel.tsx'
import { type PickMiss } from '../viewer-types.ts'

beforeAll(() => loadTranslations('viewer'))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function PinPanel() {
  const [pickMiss, setPickMiss] = useState<PickMiss | undefined>('nothing')
  return (
    <LabelsProvider labels={{ close: '', dismiss: '', busy: '', optional: '', remove: '' }}>
      <ToolPanel
        tool="pin"
        pickMiss={pickMiss}
        onMissOver={() => setPickMiss(undefined)}
        onClose={() => undefined}
        onPutAway={() => undefined}
        settings={defaultSettings}
        onSettingsChange={() => undefined}
        measuredPoints={[]}
        onMeasuredPointsChange={() => undefined}
        tolerance={0}
        background="theme"
        onBackgroundChange={() => undefined}
        // The pin's hint does not use the canvas.
        canvas={{} as ViewerCanvas}
        animation={{ clip: 0, playing: false }}
        onAnimationChange={() => undefined}
      />
    </LabelsProvider>
  )
}

test('that a press missed the model is said for a moment, then the hint is back', () => {
  vi.useFakeTimers()
  render(<PinPanel />)
  expect(screen.getByText(/No surface there/)).toBeTruthy()
  act(() => void vi.advanceTimersByTime(5_000))
  expect(screen.queryByText(/No surface there/)).toBeNull()
  expect(screen.getByText(/Press the model where the pin belongs/)).toBeTruthy()
})

function LookPanel({ variants }: { variants: readonly string[] }) {
  const [settings, setSettings] = useState<ViewerSettings>(defaultSettings)
  return (
    <LabelsProvider labels={{ close: '', dismiss: '', busy: '', optional: '', remove: '' }}>
      <ToolPanel
        tool="look"
        pickMiss={undefined}
        onMissOver={() => undefined}
        onClose={() => undefined}
        onPutAway={() => undefined}
        settings={settings}
        onSettingsChange={setSettings}
        measuredPoints={[]}
        onMeasuredPointsChange={() => undefined}
        tolerance={0}
        background="theme"
        onBackgroundChange={() => undefined}
        // The panel reads nothing else of it.
        canvas={{ model: { variantNames: variants } } as unknown as ViewerCanvas}
        animation={{ clip: 0, playing: false }}
        onAnimationChange={() => undefined}
      />
      <output>{JSON.stringify(settings)}</output>
    </LabelsProvider>
  )
}

const settingsShown = () => JSON.parse(screen.getByRole('status').textContent) as ViewerSettings

test('one of four lights is chosen and turned around the model', () => {
  render(<LookPanel variants={[]} />)
  const lights = screen.getByRole('group', { name: 'Light' })
  expect(
    within(lights)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Studio', 'Daylight', 'Dusk', 'Gallery'])
  fireEvent.click(within(lights).getByRole('button', { name: 'Gallery' }))
  const turn = screen.getByRole('slider', { name: 'Turn the light' })
  fireEvent.change(turn, { target: { value: '0.25' } })
  expect(settingsShown()).toMatchObject({ light: 'gallery', lightTurn: 0.25 })
  expect(turn.getAttribute('aria-valuetext')).toBe('90°')
  expect(screen.queryByLabelText('Variant')).toBeNull()
})

test('the name of each control stands beside it, on one line with it', () => {
  render(<LookPanel variants={['Natural', 'Moss']} />)
  const select = screen.getByLabelText('Variant')
  const lights = screen.getByRole('group', { name: 'Light' })
  expect(select.closest('label')?.className).toBe(lights.parentElement?.className)
})

test('the looks that the author offers can be chosen, and the own one again', () => {
  render(<LookPanel variants={['Natural', 'Moss']} />)
  const select = screen.getByLabelText('Variant')
  fireEvent.change(select, { target: { value: 'Moss' } })
  expect(settingsShown().variant).toBe('Moss')
  fireEvent.change(select, { target: { value: '' } })
  expect(settingsShown().variant).toBeUndefined()
})
