import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TurntablePicture } from './turntable-picture.tsx'

beforeEach(() => {
  // The DOM of the tests decodes no images and lays nothing out.
  HTMLImageElement.prototype.decode = () => Promise.resolve()
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(240)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const sideOf = (container: HTMLElement) => container.querySelector<HTMLElement>('span > span')

function renderPicture(turntable: string | null) {
  const { container } = render(<TurntablePicture src="/thumbnail" turntable={turntable} alt="Chair" />)
  return { container, frame: screen.getByRole('img', { name: 'Chair' }).parentElement ?? container }
}

test('a mouse turns a model: from one edge of the picture to the other is a whole turn', async () => {
  const { container, frame } = renderPicture('/turntable')
  expect(sideOf(container)).toBeNull()
  fireEvent.pointerEnter(frame, { clientX: 0, pointerType: 'mouse' })
  await waitFor(() => expect(sideOf(container)).not.toBeNull())
  expect(sideOf(container)?.style.backgroundPosition).toBe('0% 0%')
  fireEvent.pointerMove(frame, { clientX: 120 })
  // Half a turn is frame 12 of 24: the first of the third row of four.
  expect(sideOf(container)?.style.backgroundPosition).toMatch(/^0% 66\.6/)
  fireEvent.pointerMove(frame, { clientX: -10 })
  expect(sideOf(container)?.style.backgroundPosition).toBe('100% 100%')
  fireEvent.pointerLeave(frame)
  expect(sideOf(container)).toBeNull()
})

test('a picture without other sides, and one that a finger touches, stays as it is', async () => {
  const { container, frame } = renderPicture(null)
  fireEvent.pointerEnter(frame, { clientX: 0, pointerType: 'mouse' })
  cleanup()
  const touched = renderPicture('/turntable')
  fireEvent.pointerEnter(touched.frame, { clientX: 0, pointerType: 'touch' })
  await Promise.resolve()
  expect([sideOf(container), sideOf(touched.container)]).toEqual([null, null])
})
