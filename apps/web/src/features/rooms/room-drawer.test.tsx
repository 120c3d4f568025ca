import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useRef } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadTranslations } from '../../lib/i18n/i18n.ts'
import { RoomDrawer } from './room-drawer.tsx'
import { useRoomDrawer } from './use-room-drawer.ts'

vi.mock('../../lib/device/webgl-support.ts', () => ({ graphicsSupport: () => 'fast' }))
beforeAll(() => loadTranslations('rooms'))
afterEach(cleanup)

function Room() {
  const room = useRef<HTMLDivElement>(null)
  const host = useRef<HTMLDivElement>(null)
  const drawer = useRoomDrawer(room, host)
  return (
    <div ref={room}>
      <div ref={host} tabIndex={0} data-testid="canvas" />
      <button type="button" onClick={() => drawer.toggle('users')}>
        Open people
      </button>
      <button type="button" onClick={() => drawer.show('pins')}>
        Press a pin
      </button>
      <RoomDrawer
        id={drawer.id}
        open={drawer.panel}
        takesFocus={drawer.takesFocus}
        onClose={drawer.close}
        decision={null}
        panels={{ users: <input aria-label="Name" />, version: null, chat: null }}
        pins={<p>All pins</p>}
      />
    </div>
  )
}

const drawer = () => screen.queryByRole('complementary', { name: 'In the room' })
const heading = (name: string) => screen.getByRole('heading', { name })

beforeEach(() => {
  render(<Room />)
})

test('a panel opened by its button has the focus, and Escape gives it back to the button', async () => {
  expect(drawer()).toBeNull()
  const button = screen.getByRole('button', { name: 'Open people' })
  await userEvent.click(button)
  expect(document.activeElement).toBe(heading('People'))
  await userEvent.keyboard('{Escape}')
  expect(drawer()).toBeNull()
  expect(document.activeElement).toBe(button)
})

test('a panel opened by a press in the scene leaves the focus, and the canvas has it after the drawer', async () => {
  const press = screen.getByRole('button', { name: 'Press a pin' })
  await userEvent.click(press)
  expect(document.activeElement).toBe(press)
  expect(heading('Pins')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Close the panel' }))
  expect(drawer()).toBeNull()
  expect(document.activeElement).toBe(screen.getByTestId('canvas'))
})

test('Escape first leaves a field, and does not close what something else has closed by it', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Open people' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Ada{Escape}')
  expect(document.activeElement).toBe(heading('People'))
  // A menu or dialog that is rendered outside of the room closes itself.
  const dialog = document.body.appendChild(document.createElement('div'))
  fireEvent.keyDown(dialog, { key: 'Escape' })
  expect(drawer()).not.toBeNull()
  // A tool that is in use ends first.
  const canvas = screen.getByTestId('canvas')
  canvas.addEventListener('keydown', (event) => event.preventDefault(), { once: true })
  fireEvent.keyDown(canvas, { key: 'Escape' })
  expect(drawer()).not.toBeNull()
  fireEvent.keyDown(canvas, { key: 'Escape' })
  expect(drawer()).toBeNull()
  dialog.remove()
})

test('pins stay mounted while the drawer is closed, because they are drawn on the canvas', () => {
  expect(screen.getByText('All pins')).toBeTruthy()
})
