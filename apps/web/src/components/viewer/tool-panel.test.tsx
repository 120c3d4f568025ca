import { act, cleanup, render, screen } from '@testing-library/react'
import { LabelsProvider } from '@veranda/ui/labels.tsx'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { loadTranslations } from '../../lib/i18n.ts'
import { type ViewerCanvas } from '../../three/viewer/viewer-canvas.ts'
import { defaultSettings } from '../../three/viewer/viewer-settings.ts'
import { ToolPanel } from './tool-panel.tsx'
import { type PickMiss } from './viewer-types.ts'

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
