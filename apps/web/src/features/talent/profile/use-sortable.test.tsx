import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSortable } from './use-sortable.ts'

const onMove = vi.fn<(id: string, before: string | null) => void>()

function List() {
  const sortable = useSortable({ ids: ['lamp', 'chair', 'table'], onMove })
  return (
    <ul>
      {sortable.order.map((id) => (
        <li key={id} {...sortable.itemProps(id)}>
          <button {...sortable.handleProps(id)}>{id}</button>
        </li>
      ))}
    </ul>
  )
}

const order = () => screen.getAllByRole('button').map(({ textContent }) => textContent)
const pointer = { pointerId: 1, button: 0 }

beforeEach(() => {
  onMove.mockReset()
  // jsdom has neither layout nor pointer capture: the pointer is over the last item.
  HTMLElement.prototype.setPointerCapture = () => undefined
  document.elementsFromPoint = () => screen.getAllByRole('listitem').slice(-1)
  render(<List />)
})
afterEach(cleanup)

/** Drags the lamp over the last item. */
function drag(): HTMLElement {
  const handle = screen.getByRole('button', { name: 'lamp' })
  fireEvent.pointerDown(handle, pointer)
  fireEvent.pointerMove(handle, pointer)
  expect(order()).toEqual(['chair', 'table', 'lamp'])
  return handle
}

test('an item that is dropped on another takes its place', async () => {
  fireEvent.pointerUp(drag(), pointer)
  await act(async () => undefined)
  expect(onMove.mock.calls).toEqual([['lamp', null]])
})

test('Escape puts a dragged item back, and dropping it afterwards moves nothing', () => {
  const handle = drag()
  const behind = vi.fn()
  document.body.addEventListener('keydown', behind, { once: true })
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(order()).toEqual(['lamp', 'chair', 'table'])
  fireEvent.pointerMove(handle, pointer)
  fireEvent.pointerUp(handle, pointer)
  expect(order()).toEqual(['lamp', 'chair', 'table'])
  expect(onMove).not.toHaveBeenCalled()
  expect(behind).not.toHaveBeenCalled()
})
