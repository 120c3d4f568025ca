import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TurntablePicture } from './turntable-picture.tsx'
import { useTurntable } from './use-turntable.ts'

const decode = vi.fn(() => Promise.resolve())

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  // The DOM of the tests decodes no images and lays nothing out.
  HTMLImageElement.prototype.decode = decode
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(240)
})
afterEach(() => {
  cleanup()
  decode.mockClear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function Chair({ url }: { url: string | null }) {
  const { turn, trigger } = useTurntable(url)
  return (
    <button {...trigger}>
      <TurntablePicture src="/thumbnail" alt="Chair" turn={turn} />
    </button>
  )
}

function renderPicture(url: string | null = '/turntable') {
  const { container } = render(<Chair url={url} />)
  /** The side that is shown, by its place in the image; undefined while the picture is. */
  const side = () => container.querySelector<HTMLElement>('span > span')?.style.backgroundPosition
  return { button: screen.getByRole('button', { name: 'Chair' }), side }
}

const waitMs = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('a mouse turns a model: from one edge of the picture to the other is a whole turn', async () => {
  const { button, side } = renderPicture()
  fireEvent.pointerEnter(button, { clientX: 0, pointerType: 'mouse' })
  await waitMs(200)
  expect(side()).toBe('0% 0%')
  fireEvent.pointerMove(button, { clientX: 120 })
  // Half a turn is frame 12 of 24: the first of the third row of four.
  expect(side()).toMatch(/^0% 66\.6/)
  fireEvent.pointerMove(button, { clientX: -10 })
  expect(side()).toBe('100% 100%')
  fireEvent.pointerLeave(button)
  expect(side()).toBeUndefined()
})

test('keyboard focus turns a model once around, and it rests when the focus leaves', async () => {
  const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) })
  const { side } = renderPicture()
  await user.tab()
  await waitMs(200)
  const seen = new Set<string | undefined>()
  for (let step = 0; step < 48; step += 1) {
    seen.add(side())
    await waitMs(75)
  }
  expect(seen.size).toBeGreaterThanOrEqual(24)
  await waitMs(1_000)
  expect(side()).toBeUndefined()
  await user.tab()
  await user.tab()
  await waitMs(400)
  expect(side()).toBeDefined()
  await user.tab()
  expect(side()).toBeUndefined()
})

test('a pointer that only passes by loads nothing', async () => {
  const { button } = renderPicture()
  fireEvent.pointerEnter(button, { clientX: 0, pointerType: 'mouse' })
  await waitMs(100)
  fireEvent.pointerLeave(button)
  await waitMs(1_000)
  expect(decode).not.toHaveBeenCalled()
})

test.each([
  ['without other sides', null, 'mouse', ''],
  ['under a finger', '/turntable', 'touch', ''],
  ['for users who asked for less motion', '/turntable', 'mouse', '(prefers-reduced-motion: reduce)'],
  ['for users who asked for less data', '/turntable', 'mouse', '(prefers-reduced-data: reduce)'],
])('a picture stays as it is %s', async (_, url, pointerType, wish) => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === wish }))
  const { button, side } = renderPicture(url)
  fireEvent.pointerEnter(button, { clientX: 0, pointerType })
  fireEvent.pointerMove(button, { clientX: 60, pointerType })
  if (pointerType === 'mouse') act(() => button.focus())
  await waitMs(1_000)
  expect(side()).toBeUndefined()
  expect(decode).not.toHaveBeenCalled()
})
