import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { loadTranslations } from '../../../lib/i18n/i18n.ts'
import { defaultSettings, type ViewerSettings } from '../../../three/viewer/viewer-settings.ts'
import { Toolbar, type ViewerTool, withoutEffectOf } from './toolbar.tsx'

beforeAll(() => loadTranslations('viewer'))
afterEach(cleanup)

/** Shows the tools of a model in these settings, with `open` as the open tool. */
function Tools({ settings: initial, open }: { settings: ViewerSettings; open?: ViewerTool }) {
  const [settings, setSettings] = useState(initial)
  const [tool, setTool] = useState(open)
  return (
    <>
      <Toolbar
        tool={tool}
        settings={settings}
        onOpen={setTool}
        onPutAway={(one) => {
          setSettings(withoutEffectOf(one, settings))
          if (one === tool) setTool(undefined)
        }}
        onShowDimensionsChange={(sizes) => setSettings({ ...settings, sizes })}
        canPin
        animated={false}
      />
      <output>{JSON.stringify(settings)}</output>
    </>
  )
}

const shown = () => JSON.parse(screen.getByRole('status').textContent) as ViewerSettings
const pressedTools = () => screen.queryAllByRole('button', { pressed: true }).map((button) => button.ariaLabel)

test.each([
  ['Section', { section: { axis: 'x', at: 0.5, turned: false } }],
  ['Explode', { explode: 0.4 }],
  ['Look', { wireframe: true }],
] as const)(
  '%s in effect is visible in the bar with another tool open, and the same press puts it away',
  async (name, effect) => {
    render(<Tools settings={{ ...defaultSettings, ...effect }} open="measure" />)
    expect(pressedTools()).toEqual(expect.arrayContaining([name, 'Measure']))
    await userEvent.click(screen.getByRole('button', { name }))
    expect(shown()).toEqual(defaultSettings)
    expect(pressedTools()).toEqual(['Measure'])
  },
)

test('a press on the open tool closes it and takes its effect back', async () => {
  const settings = { ...defaultSettings, section: { axis: 'y', at: 0.2, turned: true } as const }
  render(<Tools settings={settings} open="section" />)
  await userEvent.click(screen.getByRole('button', { name: 'Section' }))
  expect(shown().section).toBeNull()
  expect(pressedTools()).toEqual([])
})
