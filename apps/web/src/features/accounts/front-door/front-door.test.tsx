import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { readConfig } from '@veranda/contract/config/routes.ts'
import { readSession } from '@veranda/contract/accounts/sessions/routes.ts'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { routes } from '../../../app/router.tsx'
import { sessionStore } from '../../../lib/session/session.ts'
import { contractServer } from '../../../lib/testing/contract-server.ts'
import { sampleConfig } from '../../../lib/testing/samples.ts'
import { graphicsSupport } from '../../../lib/device/webgl-support.ts'
import { type FrontDoorFrame } from '../../../three/front-door/front-door-frame.ts'
import { storyDurationMs } from './story.ts'

const scene = vi.hoisted(() => ({
  onFrame: undefined as ((timeMs: number) => boolean) | undefined,
  frames: [] as { railRaise: number }[],
  turnedDegrees: 0,
  explodeShare: 0,
  disposed: 0,
  requestedFrames: 0,
}))

vi.mock('../../../lib/device/webgl-support.ts', () => ({ graphicsSupport: vi.fn(() => 'fast') }))
vi.mock('../../../three/front-door/open-front-door.ts', () => ({
  openFrontDoor: (_host: unknown, _options: unknown, onFrame: (timeMs: number) => boolean) => {
    scene.onFrame = onFrame
    const point = { part: 'Seat', position: { x: 0, y: 0, z: 0 } }
    const place = { x: 10, y: 10, isHidden: false }
    return Promise.resolve({
      chair: { railPoint: () => point },
      attach: () => undefined,
      requestRender: () => (scene.requestedFrames += 1),
      setFrame: (frame: FrontDoorFrame) => scene.frames.push(frame),
      setExplode: (share: number) => (scene.explodeShare = share),
      turnBy: (degrees: number) => (scene.turnedDegrees += degrees),
      easeTurnBack: () => false,
      pickMiddle: () => point,
      project: () => place,
      lanternPoint: () => place,
      onDrawn: () => () => undefined,
      dispose: () => (scene.disposed += 1),
    })
  },
}))

let idleTask: (() => void) | undefined
let frameMs = 0

beforeEach(() => {
  localStorage.clear()
  sessionStore.set({ status: 'out', user: null, reason: 'left' })
  const server = contractServer()
  server.reply(readConfig, { ...sampleConfig, demoEntry: false })
  server.refuse(readSession, 401, 'session.unknown')
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('requestIdleCallback', (task: () => void) => {
    idleTask = task
    return 1
  })
  vi.stubGlobal('cancelIdleCallback', () => undefined)
  vi.mocked(graphicsSupport).mockReturnValue('fast')
  Object.assign(scene, { onFrame: undefined, frames: [], turnedDegrees: 0, explodeShare: 0 })
  frameMs = 0
  idleTask = undefined
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function openLogin() {
  render(<RouterProvider router={createMemoryRouter(routes, { initialEntries: ['/login'] })} />)
  await screen.findByLabelText('Email', undefined, { timeout: 5000 })
}

/** Opens the sign-in screen and lets the browser become idle. */
async function openLoginUntilIdle() {
  await openLogin()
  await waitFor(() => expect(idleTask).toBeDefined())
  act(() => idleTask?.())
}

/** Opens the sign-in screen with the scene; returns the group of controls. */
async function openScene() {
  await openLoginUntilIdle()
  return within(await screen.findByRole('group', { name: 'Reading chair' }, { timeout: 5000 }))
}

/** Draws frames for a time; returns whether another was wanted at the end. */
function drawFor(durationMs: number): boolean {
  let isMoving = false
  act(() => {
    for (const end = frameMs + durationMs; frameMs < end; frameMs += 50) isMoving = scene.onFrame?.(frameMs) === true
  })
  return isMoving
}

test('the form is usable with a still first, before anything of the scene is loaded', async () => {
  await openLogin()
  await userEvent.type(screen.getByLabelText('Email'), 'maya@studio.example')
  expect(document.querySelector('header img')?.getAttribute('srcset')).toMatch(/daylight-poster/)
  expect(screen.getByText('Collaborate in Virtual Reality').isConnected).toBe(true)
  expect(screen.queryByRole('region', { name: 'How a commission goes on Veranda' })).toBeNull()
  expect(scene.onFrame).toBeUndefined()
})

test('without a graphics card four captioned stills tell the story', async () => {
  vi.mocked(graphicsSupport).mockReturnValue('slow')
  await openLoginUntilIdle()
  const story = within(
    await screen.findByRole('region', { name: 'How a commission goes on Veranda' }, { timeout: 5000 }),
  )
  expect(story.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'A reading chair on the veranda, at true scale.',
    'You pin what’s wrong, right on the model.',
    'Version 2 arrives, and you see what moved.',
    'You approve, and only then the money is released.',
  ])
  expect(scene.onFrame).toBeUndefined()
})

test('the story plays, stops by itself at its end, and nothing is drawn after', async () => {
  const controls = await openScene()
  expect(controls.getByRole('button', { name: 'Pause the story' }).isConnected).toBe(true)
  expect(drawFor(4000)).toBe(true)
  expect(screen.getByText('12 mm too low').dataset['shown']).toBe('true')
  drawFor(2500)
  expect(screen.getByText('+12.0 mm').isConnected).toBe(true)
  expect(screen.getByText('Reading chair · Version 2').isConnected).toBe(true)
  expect(drawFor(storyDurationMs)).toBe(false)
  expect(screen.getByText('Protected until you say so.').dataset['shown']).toBe('true')
  expect(scene.frames.at(-1)).toMatchObject({ lanternLight: 1, railRaise: 0.012 })
  expect(controls.getByRole('button', { name: 'Play the story again' }).isConnected).toBe(true)
})

test('a paused story stands still until it is played on', async () => {
  const controls = await openScene()
  drawFor(5000)
  await userEvent.click(controls.getByRole('button', { name: 'Pause the story' }))
  const paused = scene.frames.at(-1)
  expect(drawFor(3000)).toBe(false)
  expect(scene.frames.at(-1)).toEqual(paused)
  await userEvent.click(controls.getByRole('button', { name: 'Play the story' }))
  expect(drawFor(3000)).toBe(true)
  expect(scene.frames.at(-1)).not.toEqual(paused)
})

test('the visitor can take the chair by keyboard: turn, pin, explode', async () => {
  const controls = await openScene()
  drawFor(1000)
  controls.getByRole('button', { name: 'Turn right' }).focus()
  await userEvent.keyboard('{Enter}')
  expect(controls.getByRole('button', { name: 'Play the story' }).isConnected).toBe(true)
  expect(drawFor(2000)).toBe(false)
  expect(scene.turnedDegrees).toBeCloseTo(30, 1)
  await userEvent.tab()
  expect(document.activeElement).toBe(controls.getByRole('button', { name: 'Pin the middle of the view' }))
  await userEvent.keyboard('{Enter}')
  expect(screen.getByText('On Seat').isConnected).toBe(true)
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  expect(controls.getByRole('button', { name: 'Explode' }).getAttribute('aria-pressed')).toBe('true')
  expect(drawFor(3000)).toBe(false)
  expect(scene.explodeShare).toBe(1)
})

test('nothing is drawn in a hidden tab, and the story waits', async () => {
  await openScene()
  drawFor(2000)
  const before = scene.frames.at(-1)
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  const drawn = scene.frames.length
  expect(drawFor(5000)).toBe(false)
  expect(scene.frames).toHaveLength(drawn)
  hidden.mockReturnValue(false)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(drawFor(50)).toBe(true)
  expect(scene.frames.at(-1)).toEqual(before)
  hidden.mockRestore()
})

test('nothing is drawn while the scene is scrolled out of sight, and the story goes on when it is back', async () => {
  const observed = new Map<Element, (isIntersecting: boolean) => void>()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #report: (entries: readonly { isIntersecting: boolean }[]) => void
      constructor(report: (entries: readonly { isIntersecting: boolean }[]) => void) {
        this.#report = report
      }
      observe(element: Element) {
        observed.set(element, (isIntersecting) => this.#report([{ isIntersecting }]))
      }
      disconnect() {}
    },
  )
  await openScene()
  drawFor(2000)
  const [before, drawn] = [scene.frames.at(-1), scene.frames.length]
  const canvas = screen.getByRole('region', { name: 'How a commission goes on Veranda' }).querySelector('[data-state]')
  const scrollTo = (isInSight: boolean) =>
    act(() => {
      if (canvas) observed.get(canvas)?.(isInSight)
    })
  scrollTo(false)
  expect(drawFor(5000)).toBe(false)
  expect(scene.frames).toHaveLength(drawn)
  scene.requestedFrames = 0
  scrollTo(true)
  expect(scene.requestedFrames).toBeGreaterThan(0)
  expect(drawFor(50)).toBe(true)
  expect(scene.frames.at(-1)).toEqual(before)
  expect(drawFor(1000)).toBe(true)
  expect(scene.frames.at(-1)).not.toEqual(before)
})

test('leaving the screen gives the scene back', async () => {
  await openScene()
  cleanup()
  expect(scene.disposed).toBeGreaterThan(0)
})
