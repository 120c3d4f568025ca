import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { addPin, listPins } from '@veranda/contract/commissions/pins/routes.ts'
import { Suspense } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { sampleAsset } from '../../../components/assets/testing/sample-asset.ts'
import { snackbars } from '../../../components/toasts.ts'
import { type AnchorPoint } from '../../../components/viewer/viewer-types.ts'
import { queryCache } from '../../../lib/api/query.ts'
import { loadTranslations } from '../../../lib/i18n/i18n.ts'
import { contractServer } from '../../../lib/testing/contract-server.ts'
import { sampleMilestone, samplePin, sampleVersion } from '../testing/sample-project.ts'
import { PinPanel } from './pin-panel.tsx'
import { type PinReview, usePinReview } from './use-pin-review.ts'

beforeAll(() => loadTranslations('commissions', 'commissions/pins', 'common', 'errors'))
afterEach(cleanup)

test('without pins the panel says how to set one, to those who may', () => {
  const show = (canPin: boolean) => {
    // What an empty panel reads.
    const review = { pins: [], read: { data: { items: [] } }, canPin } as unknown as PinReview
    render(<PinPanel version={sampleVersion()} review={review} />)
  }
  show(true)
  expect(screen.getByText(/^Choose Pin in the model’s tools/)).toBeTruthy()
  cleanup()
  show(false)
  expect(screen.getByText('No pins yet')).toBeTruthy()
  expect(screen.queryByText(/^Choose Pin/)).toBeNull()
})

const point: AnchorPoint = {
  part: 'Seat',
  position: { x: 0, y: 0.45, z: 0 },
  normal: { x: 0, y: 1, z: 0 },
  view: {
    eye: [0, 1, 2],
    target: [0, 0, 0],
    settings: { hidden: [], explode: 0, section: null, wireframe: false, light: 'studio', sizes: false },
  },
}

test('a new pin is in the list and announced, and no snackbar covers it', async () => {
  const server = contractServer()
  server.reply(listPins, { items: [] })
  server.reply(addPin, () => {
    server.reply(listPins, { items: [samplePin(7)] })
    return samplePin(7)
  })
  const shown = vi.spyOn(snackbars, 'add')
  const version = sampleVersion({ assets: [sampleAsset({ model: { url: '/chair.glb', bytes: 1 } })], actions: ['pin'] })
  function Panel() {
    const review = usePinReview(sampleMilestone(), version)
    return (
      <>
        <button type="button" onClick={() => review.take(point)}>
          Point
        </button>
        <button type="button" onClick={() => void review.save('Too low', false, undefined)}>
          Save
        </button>
        <PinPanel version={version} review={review} writesInPicture />
      </>
    )
  }
  render(
    <QueryClientProvider client={queryCache}>
      <MemoryRouter>
        <Suspense>
          <Panel />
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByText('No pins yet')
  await userEvent.click(screen.getByRole('button', { name: 'Point' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(within(await screen.findByRole('list', { name: 'Pins' })).getByText('Too low')).toBeTruthy()
  expect(screen.getByText('Pin 7 added.').getAttribute('role')).toBe('status')
  expect(shown).not.toHaveBeenCalled()
})
