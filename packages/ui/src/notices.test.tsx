import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createNoticeQueue } from './notice-queue.ts'
import { Notices } from './notices.tsx'

afterEach(cleanup)

test('a notice added before the drawing is fetched is drawn', async () => {
  const queue = createNoticeQueue({ limit: 3 })
  queue.add({ title: 'Kenji delivered version 2', text: 'The seams are softer' })
  render(<Notices queue={queue} place="top" label="Notifications" />)
  expect(await screen.findByText('Kenji delivered version 2')).toBeTruthy()
  expect(screen.getByText('The seams are softer')).toBeTruthy()
})

test('an urgent notice interrupts; another one is announced when there is time', async () => {
  const queue = createNoticeQueue({ limit: 3 })
  render(<Notices queue={queue} place="top" label="Notifications" />)
  act(() => {
    queue.add({ title: 'starts now', urgent: true })
    queue.add({ title: 'saved' })
  })
  const urgent = await screen.findByRole('alertdialog', { hidden: true })
  expect(urgent.textContent).toContain('starts now')
  expect((await screen.findByRole('dialog')).textContent).toContain('saved')
})
