import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createToastQueue } from './toast-queue.ts'
import { ToastRegion } from './toast-region.tsx'

// Compiled here, so that a test waits only for what the region itself loads.
beforeAll(() => import('./toast-region-panel.tsx'))
afterEach(cleanup)

test('a toast added before the panel has loaded is shown', async () => {
  const queue = createToastQueue({ limit: 3 })
  queue.add({ title: 'Kenji delivered version 2', text: 'The seams are softer' })
  render(<ToastRegion queue={queue} place="top" label="Notifications" />)
  expect(await screen.findByText('Kenji delivered version 2')).toBeTruthy()
  expect(screen.getByText('The seams are softer')).toBeTruthy()
})

test('on a scrolled page a toast under the top bar stands beside the button that it would cover', async () => {
  const boxOf = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect')
  boxOf.mockReturnValue(new DOMRect(880, 60, 120, 36))
  const place = { offsetLeft: 700, offsetTop: 56, offsetWidth: 308, offsetHeight: 32 }
  for (const [name, value] of Object.entries(place))
    vi.spyOn(HTMLElement.prototype, name as 'offsetTop', 'get').mockReturnValue(value)
  const queue = createToastQueue({ limit: 3 })
  queue.add({ title: 'Kenji delivered version 2' })
  render(
    <>
      <button type="button">Add a service</button>
      <ToastRegion queue={queue} place="top" label="Notifications" />
    </>,
  )
  const region = await screen.findByRole('region', { name: 'Notifications' })
  await vi.waitFor(() => expect(region.style.translate).toBe('-136px'))
  vi.restoreAllMocks()
})

test('an urgent toast interrupts; another one is announced politely', async () => {
  const queue = createToastQueue({ limit: 3 })
  render(<ToastRegion queue={queue} place="top" label="Notifications" />)
  act(() => {
    queue.add({ title: 'starts now', urgent: true })
    queue.add({ title: 'saved' })
  })
  const urgent = await screen.findByRole('alertdialog', { hidden: true })
  expect(urgent.textContent).toContain('starts now')
  expect((await screen.findByRole('dialog')).textContent).toContain('saved')
})

test('a text that turns its reading direction does not turn what stands behind it', async () => {
  const queue = createToastQueue({ limit: 3 })
  queue.add({ title: 'Kenji', text: '\u202e paid', suffix: '5 minutes ago' })
  render(<ToastRegion queue={queue} place="top" label="Notifications" />)
  const text = (await screen.findByRole('dialog')).querySelector('bdi')
  expect(text?.textContent).toBe('\u202e paid')
  expect(text?.parentElement?.textContent).toBe('\u202e paid · 5 minutes ago')
})
