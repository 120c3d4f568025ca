import { free } from '@veranda/core/works/test-limits.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type Milestone } from '@veranda/contract/commissions/schemas.ts'
import { type StoredFile } from '@veranda/contract/files/schemas.ts'
import { type AcceptanceLimits, type WorkSummary } from '@veranda/contract/works/schemas.ts'
import { LabelsProvider } from '@veranda/ui/labels.tsx'
import { Suspense } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { cache } from '../../lib/query.ts'
import { createStore, useStore } from '../../lib/store.ts'
import { problemReply } from '../../lib/testing.ts'
import { loadWords } from '../../lib/words.ts'
import { type ComingPicture } from '../../parts/use-picture-uploads.ts'
import { type Coming } from '../../parts/use-work-uploads.ts'
import { DeliverForm } from './deliver-form.tsx'

const arrived = createStore<readonly WorkSummary[]>([])
const pictures = createStore<readonly StoredFile[]>([])

vi.mock('../../parts/use-picture-uploads.ts', () => ({
  usePictureUploads: (place: string, most: number) => {
    const stored = useStore(pictures)
    const coming = stored.map(({ id: key, name, bytes, ...more }): ComingPicture => {
      const upload = { key, place, purpose: 'picture', name, bytes, url: null, state: 'there', share: 1 } as const
      return { ...upload, stored: { id: key, name, bytes, ...more } }
    })
    const remove = (key: string) => pictures.set(pictures.get().filter(({ id }) => id !== key))
    return { coming, most, add: vi.fn(), retry: vi.fn(), remove, clear: vi.fn(), stored, busy: false }
  },
}))
vi.mock('../../parts/use-work-uploads.ts', () => ({
  useWorkUploads: () => {
    const works = useStore(arrived)
    const coming = works.map((work): Coming => ({
      key: work.id,
      place: '',
      purpose: 'project',
      name: work.name,
      bytes: work.bytes,
      url: null,
      state: 'there',
      share: 1,
      work,
    }))
    const remove = (key: string) => arrived.set(arrived.get().filter(({ id }) => id !== key))
    const ready = works.filter(({ state }) => state === 'ready')
    return { coming, add: vi.fn(), retry: vi.fn(), remove, clear: vi.fn(), ready, busy: ready.length < works.length }
  },
}))

beforeAll(() => loadWords('projects', 'refusals', 'works', 'common', 'errors'))
afterEach(() => {
  cleanup()
  act(() => arrived.set([]))
  act(() => pictures.set([]))
  localStorage.clear()
})

const origin = { x: 0, y: 0, z: 0 }

function work(id: string, more: { triangles?: number; state?: WorkSummary['state']; width?: number }): WorkSummary {
  const { triangles = 1_000, state = 'ready', width = 0.54 } = more
  const measured = {
    triangles,
    vertices: 600,
    materials: 1,
    draws: 3,
    textures: [],
    textureBytes: 0,
    size: { x: width, y: 1, z: 1 },
    box: { min: origin, max: origin },
    animations: [],
    tolerance: 0,
  }
  return {
    id,
    name: `${id}.glb`,
    kind: 'model',
    state,
    progress: 1,
    refusal: null,
    bytes: 1_048_576,
    hash: null,
    facts: state === 'ready' ? measured : null,
    gate: state === 'ready' ? { level: 'green', reasons: [], costs: [] } : null,
    thumbnail: null,
    model: null,
    headset: null,
    originalUrl: null,
    createdAt: '2026-11-23T10:00:00.000Z',
  }
}

function open(limits: Partial<AcceptanceLimits> | null) {
  const price = { amount: 100_000, currency: 'EUR' }
  const milestone: Milestone = {
    id: 'm',
    commissionId: 'c',
    number: 1,
    version: 1,
    title: 'Chair',
    description: '',
    state: 'in_progress',
    price,
    clientPays: price,
    creatorReceives: price,
    dueAt: '2026-12-23T10:00:00.000Z',
    money: null,
    charge: null,
    reviewEndsAt: null,
    round: 0,
    rounds: 1,
    limits: limits && { ...free, ...limits },
    deliverables: [],
    changes: [],
    history: [],
  }
  render(
    <QueryClientProvider client={cache}>
      <LabelsProvider labels={{ close: '', dismiss: '', busy: '', optional: '', remove: '', notices: '' }}>
        <Suspense>
          <DeliverForm milestone={milestone} quiet={false} />
        </Suspense>
      </LabelsProvider>
    </QueryClientProvider>,
  )
}

/** Every limit as the form reads, once it shows those of what was chosen. */
async function checks() {
  const section = (await screen.findByRole('heading', { name: 'Acceptance limits' })).parentElement
  return within(section ?? document.body)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
}

const put = (...works: WorkSummary[]) => act(() => arrived.set(works))

test('the form says what will be checked, then how each model that is ready stands', async () => {
  open({ maxTriangles: 1_500, size: { x: 540, y: null, z: null, tolerance: 2 } })
  expect(await screen.findByText('Triangles: at most 1,500')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Checked as soon as files are here' })).toBeTruthy()
  put(work('chair', { state: 'checking' }))
  expect(screen.queryByRole('heading', { name: 'Acceptance limits' })).toBeNull()
  put(work('chair', {}))
  expect(await checks()).toEqual(['Met:Triangles1,000of 1,500', 'Met:Size540 × 1000 × 1000 mmof 540 × · × · ± 2 mm'])
  put(work('chair', {}), work('lamp', { triangles: 2_000, width: 0.6 }))
  expect(await checks()).toEqual([
    'Not met:Triangles2,000of 1,500',
    'Not met:Size600 × 1000 × 1000 mmof 540 × · × · ± 2 mm',
  ])
  await userEvent.click(screen.getByRole('button', { name: /lamp\.glb/ }))
  expect(await checks()).toEqual([expect.stringMatching(/^Met:Triangles/), expect.stringMatching(/^Met:Size/)])
})

test('pictures are checked as they are added and taken off', async () => {
  open({ format: 'picture', maxBytes: 2 * 1_048_576 })
  put(work('chair', {}))
  expect(await checks()).toEqual(['Met:File size1 MBof 2 MB', 'Not met:Kind of file3D modelof Picture'])
  const choose = (name: string, bytes: number) => {
    const file = { id: name, hash: '', url: '/p', mime: 'image/webp', bytes, width: 40, height: 30, name }
    act(() => pictures.set([...pictures.get(), file]))
  }
  choose('front.png', 1_048_576)
  expect(await screen.findByText('3D model, Picture')).toBeTruthy()
  expect(await checks()).toEqual(['Met:File size1 MBof 2 MB', 'Met:Kind of file3D model, Pictureof Picture'])
  choose('poster.png', 3_145_728)
  expect(await screen.findByText('3 MB')).toBeTruthy()
  expect(await checks()).toEqual(['Not met:File size3 MBof 2 MB', 'Met:Kind of file3D model, Pictureof Picture'])
  await userEvent.click(screen.getByRole('button', { name: 'Remove poster.png' }))
  expect((await checks())[0]).toBe('Met:File size1 MBof 2 MB')
})

test('where nothing was agreed the form says nothing of limits', async () => {
  open({})
  put(work('chair', {}))
  expect(await screen.findByText('chair.glb')).toBeTruthy()
  expect(screen.queryByRole('heading')).toBeNull()
})

test('a version that does not keep what was agreed is refused before anything of it is made', async () => {
  const sent = vi.spyOn(globalThis, 'fetch').mockResolvedValue(problemReply(409, 'milestone.changed'))
  open({ maxTriangles: 1_500 })
  await userEvent.type(await screen.findByLabelText('Notes'), 'Legs are lighter')
  put(work('chair', { triangles: 2_000 }))
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
  await press('Submit version 1')
  const words = 'This version does not keep what was agreed: Triangles. Add a version that does.'
  expect((await screen.findByRole('alert')).textContent).toContain(words)
  expect(sent).not.toHaveBeenCalled()
  put(work('chair', {}))
  expect(screen.queryByText(words)).toBeNull()
  await press('Submit version 1')
  await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(1))
  expect(sent.mock.calls[0]?.[1]?.body).toContain('"works":["chair"],"submits":true')
  sent.mockRestore()
})
