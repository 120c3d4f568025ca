import { act, cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { snackbars } from '../../components/toasts.ts'
import { loadTranslations } from '../../lib/i18n/i18n.ts'
import { newVersionReady } from '../../lib/service-worker/new-version.ts'
import { uploadsInProgress } from '../../lib/uploads/uploads-in-progress.ts'
import { useUpdatePrompt } from './use-update-prompt.ts'

/** Longer than a pause in which someone still counts as typing. */
const laterMs = 12_000

function Screen() {
  useUpdatePrompt()
  return (
    <>
      <input aria-label="Title" />
      <input type="checkbox" />
    </>
  )
}

let offered: ReturnType<typeof vi.spyOn>

beforeEach(async () => {
  await loadTranslations('shell/connection')
  vi.useFakeTimers()
  offered = vi.spyOn(snackbars, 'add')
  newVersionReady.set(false)
})
afterEach(() => {
  cleanup()
  uploadsInProgress.set(0)
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a new version is offered once, and not before there is one', () => {
  render(<Screen />)
  vi.advanceTimersByTime(laterMs)
  expect(offered).not.toHaveBeenCalled()
  act(() => newVersionReady.set(true))
  vi.advanceTimersByTime(laterMs)
  expect(offered.mock.calls).toMatchObject([[{ title: 'A new version is ready', action: { label: 'Reload' } }]])
})

test('it waits while someone types, has written something in a field, has a dialog open or uploads', () => {
  const { container } = render(<Screen />)
  const [field] = container.getElementsByTagName('input')
  if (!field) throw new Error('no field')
  fireEvent.input(field, { target: { value: 'I am in the middle of' } })
  act(() => newVersionReady.set(true))
  // A pause with the cursor in the field.
  field.focus()
  vi.advanceTimersByTime(laterMs)
  field.blur()
  uploadsInProgress.set(1)
  vi.advanceTimersByTime(laterMs)
  const dialog = Object.assign(document.createElement('div'), { role: 'dialog' })
  document.body.append(dialog)
  uploadsInProgress.set(0)
  vi.advanceTimersByTime(laterMs)
  expect(offered).not.toHaveBeenCalled()
  dialog.remove()
  vi.advanceTimersByTime(laterMs)
  expect(offered).toHaveBeenCalledTimes(1)
})

test('a switch that has the focus is nothing that is being written', () => {
  const { container } = render(<Screen />)
  container.getElementsByTagName('input')[1]?.focus()
  act(() => newVersionReady.set(true))
  vi.advanceTimersByTime(laterMs)
  expect(offered).toHaveBeenCalledTimes(1)
})
