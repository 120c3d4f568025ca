import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type AcceptanceLimits, type AssetSummary, type StoredFile } from '@veranda/contract/assets/schemas.ts'
import { readAsset } from '@veranda/contract/assets/routes.ts'
import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { addDeliverable } from '@veranda/contract/commissions/routes.ts'
import { noEmbeddedMetadata } from '@veranda/core/assets/testing/no-embedded-metadata.ts'
import { noLimits } from '@veranda/core/assets/testing/no-limits.ts'
import { LabelsProvider } from '@veranda/ui/labels.tsx'
import { Suspense } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type AssetUpload } from '../../../components/assets/use-asset-uploads.ts'
import { type ImageUpload } from '../../../components/assets/use-image-uploads.ts'
import { queryCache } from '../../../lib/api/query.ts'
import { loadTranslations } from '../../../lib/i18n/i18n.ts'
import { createStore, useStore } from '../../../lib/store.ts'
import { contractServer } from '../../../lib/testing/contract-server.ts'
import { idOf } from '../../../lib/testing/samples.ts'
import { sampleMilestone, sampleVersion } from '../testing/sample-project.ts'
import { DeliverableForm } from './deliverable-form.tsx'

const arrived = createStore<readonly AssetSummary[]>([])
const images = createStore<readonly StoredFile[]>([])

vi.mock('../../../components/assets/use-image-uploads.ts', () => ({
  useImageUploads: (scope: string, maxCount: number) => {
    const stored = useStore(images)
    const items = stored.map(({ id: key, name, bytes, ...more }): ImageUpload => {
      const upload = {
        key,
        scope,
        purpose: 'image',
        name,
        bytes,
        url: null,
        state: 'uploaded',
        id: key,
        progress: 1,
      } as const
      return { ...upload, stored: { id: key, name, bytes, ...more } }
    })
    const remove = (key: string) => images.set(images.get().filter(({ id }) => id !== key))
    return { items, maxCount, add: vi.fn(), retry: vi.fn(), remove, clear: vi.fn(), stored, busy: false }
  },
}))
vi.mock('../../../components/assets/use-asset-uploads.ts', () => ({
  useAssetUploads: () => {
    const assets = useStore(arrived)
    const items = assets.map((asset): AssetUpload => ({
      key: asset.id,
      scope: '',
      purpose: 'project',
      name: asset.name,
      bytes: asset.bytes,
      url: null,
      state: 'uploaded',
      id: asset.id,
      progress: 1,
      asset,
    }))
    const remove = (key: string) => arrived.set(arrived.get().filter(({ id }) => id !== key))
    const ready = assets.filter(({ state }) => state === 'ready')
    return {
      items,
      add: vi.fn(),
      retry: vi.fn(),
      remove,
      clear: vi.fn(),
      ready,
      busy: ready.length < assets.length,
    }
  },
}))

beforeAll(() => loadTranslations('commissions', 'error-codes', 'assets', 'common', 'errors'))
afterEach(() => {
  cleanup()
  act(() => arrived.set([]))
  act(() => images.set([]))
  localStorage.clear()
})

const origin = { x: 0, y: 0, z: 0 }

type ReadySummary = Extract<AssetSummary, { state: 'ready' }>
const noRenditions = { thumbnail: null, turntable: null, model: null, headset: null, sourceUrl: null } as const
const fieldsOf = (id: string) =>
  ({
    id,
    name: `${id}.glb`,
    kind: 'model',
    refusal: null,
    bytes: 1_048_576,
    createdAt: '2026-11-23T10:00:00.000Z',
  }) as const

function asset(id: string, { triangles = 1_000, width = 0.54 }: { triangles?: number; width?: number }): ReadySummary {
  const facts = {
    triangles,
    materials: 1,
    draws: 3,
    textures: [],
    textureBytes: 0,
    size: { x: width, y: 1, z: 1 },
    box: { min: origin, max: origin },
    animations: [],
    deviation: 0,
  }
  const headsetRating: ReadySummary['headsetRating'] = { level: 'green', reasons: [], costs: [] }
  return { ...fieldsOf(id), ...noRenditions, state: 'ready', progress: 1, hash: 'a'.repeat(64), facts, headsetRating }
}

/** Returns a model that is still being checked. */
function assetBeingChecked(id: string): AssetSummary {
  const unknown = { hash: null, facts: null, headsetRating: null }
  return { ...fieldsOf(id), ...noRenditions, ...unknown, state: 'checking', progress: 1 }
}

const sent = vi.fn()

function open(limits: Partial<AcceptanceLimits> | null, more: Partial<Pick<Milestone, 'deliverables'>> = {}) {
  const milestone = sampleMilestone({
    ...more,
    state: 'in_progress',
    limits: limits && { ...noLimits, ...limits },
    actions: ['add-deliverable', 'submit'],
  })
  render(
    <QueryClientProvider client={queryCache}>
      <LabelsProvider labels={{ close: '', dismiss: '', busy: '', optional: '', remove: '' }}>
        <Suspense>
          <DeliverableForm milestone={milestone} quiet={false} onSent={sent} />
        </Suspense>
      </LabelsProvider>
    </QueryClientProvider>,
  )
}

/** Returns the text of every limit once the checks are shown. */
async function checks() {
  const section = (await screen.findByRole('heading', { name: 'Acceptance limits' })).parentElement
  return within(section ?? document.body)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
}

const put = (...assets: AssetSummary[]) => act(() => arrived.set(assets))

test('the form lists the limits first, then the check of each ready model', async () => {
  open({ maxTriangles: 1_500, size: { x: 540, y: null, z: null, tolerance: 2 } })
  expect(await screen.findByText('Triangles: at most 1,500')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Checked once files are added' })).toBeTruthy()
  put(assetBeingChecked('chair'))
  expect(screen.queryByRole('heading', { name: 'Acceptance limits' })).toBeNull()
  put(asset('chair', {}))
  expect(await checks()).toEqual([
    'Met:Triangles1,000at most 1,500',
    'Met:Size540 × 1000 × 1000 mmagreed: 540 × · × · ± 2 mm',
  ])
  put(asset('chair', {}), asset('lamp', { triangles: 2_000, width: 0.6 }))
  expect(await checks()).toEqual([
    'Not met:Triangles2,000at most 1,500',
    'Not met:Size600 × 1000 × 1000 mmagreed: 540 × · × · ± 2 mm',
  ])
  await userEvent.click(screen.getByRole('button', { name: /lamp\.glb/ }))
  expect(await checks()).toEqual([expect.stringMatching(/^Met:Triangles/), expect.stringMatching(/^Met:Size/)])
})

test('while a file is prepared nothing can be sent, and the form says why', async () => {
  open(null)
  const submit = await screen.findByRole('button', { name: 'Submit version 1' })
  expect(submit).toHaveProperty('disabled', false)
  put(assetBeingChecked('chair'))
  expect(screen.getByText('Wait until every file is ready, or remove it.')).toBeTruthy()
  expect(submit).toHaveProperty('disabled', true)
  expect(screen.getByRole('button', { name: 'Save as draft' })).toHaveProperty('disabled', true)
  put(asset('chair', {}))
  expect(submit).toHaveProperty('disabled', false)
  expect(screen.queryByText('Wait until every file is ready, or remove it.')).toBeNull()
})

test('images are checked as they are added and removed', async () => {
  open({ format: 'image', maxBytes: 2 * 1_048_576 })
  put(asset('chair', {}))
  expect(await checks()).toEqual(['Met:File size1 MBat most 2 MB', 'Not met:File type3D modelagreed: Image'])
  const choose = (name: string, bytes: number) => {
    const file = { id: name, hash: '', url: '/p', mediaType: 'image/webp', bytes, width: 40, height: 30, name }
    act(() => images.set([...images.get(), file]))
  }
  choose('front.png', 1_048_576)
  expect(await screen.findByText('3D model and Image')).toBeTruthy()
  expect(await checks()).toEqual(['Met:File size1 MBat most 2 MB', 'Met:File type3D model and Imageagreed: Image'])
  choose('poster.png', 3_145_728)
  expect(await screen.findByText('3 MB')).toBeTruthy()
  expect(await checks()).toEqual(['Not met:File size3 MBat most 2 MB', 'Met:File type3D model and Imageagreed: Image'])
  await userEvent.click(screen.getByRole('button', { name: 'Remove poster.png' }))
  expect((await checks())[0]).toBe('Met:File size1 MBat most 2 MB')
})

test('before submitting, the creator sees what each original carries', async () => {
  open(null)
  const photograph = {
    hasLocation: true,
    coordinates: { latitude: 53.41, longitude: -2.99 },
    author: 'Kenji Arai',
    copyright: '2026 Kenji',
    camera: 'Optica Pocket 9',
    software: 'Darkroom 3',
  }
  const size = { hash: '', url: '/p', mediaType: 'image/jpeg', bytes: 100, width: 40, height: 30 }
  const image = (id: string, embeddedMetadata: StoredFile['embeddedMetadata'] = null) => ({
    ...size,
    id,
    name: `${id}.jpg`,
    embeddedMetadata,
  })
  act(() =>
    images.set([
      image('pier', photograph),
      image('desk', noEmbeddedMetadata),
      image('town', { ...noEmbeddedMetadata, hasLocation: true }),
    ]),
  )
  const named = { ...noEmbeddedMetadata, author: 'Kenji', software: 'Blender 5' }
  put(
    { ...asset('chair', {}), embeddedMetadata: named },
    { ...asset('tour', {}), name: 'tour.mov', kind: 'video', facts: null, embeddedMetadata: photograph },
    { ...asset('brief', {}), name: 'brief.pdf', kind: 'document', facts: null, embeddedMetadata: named },
    { ...asset('parts', {}), name: 'parts.zip', kind: 'archive', facts: null, embeddedMetadata: null },
  )
  const section = within(await screen.findByRole('region', { name: 'What your files say about you' }))
  expect(section.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'pier.jpgLocation53.41, -2.99 (rounded to about 1 km)AuthorKenji AraiCopyright2026 KenjiCameraOptica Pocket 9SoftwareDarkroom 3',
    'desk.jpgNo location, author, camera or software found.',
    'town.jpgLocationNamed in the file',
    'chair.glbAuthorKenjiSoftwareBlender 5',
    'tour.movLocation53.41, -2.99 (rounded to about 1 km)AuthorKenji AraiCopyright2026 KenjiCameraOptica Pocket 9SoftwareDarkroom 3',
    'brief.pdfAuthorKenjiSoftwareBlender 5',
    'parts.zipNot checked. It may contain information about you.',
  ])
  put()
  act(() => images.set([image('older')]))
  expect(section.getByText('Not checked. It may contain information about you.')).toBeTruthy()
})

test('without agreed limits the form shows none', async () => {
  open({})
  put(asset('chair', {}))
  await screen.findByRole('button', { name: 'Remove chair.glb' })
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    'What your files say about you',
  ])
})

test('a version that breaks an agreed limit is refused before anything is created', async () => {
  const server = contractServer()
  server.refuse(addDeliverable, 409, 'milestone.changed')
  const id = idOf('7')
  open({ maxTriangles: 1_500 })
  await userEvent.type(await screen.findByLabelText('Notes'), 'Legs are lighter')
  put({ ...asset('chair', { triangles: 2_000 }), id })
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
  await press('Submit version 1')
  const words = 'Outside the agreed limits: Triangles. Add a version that meets them.'
  expect((await screen.findByRole('alert')).textContent).toContain(words)
  expect(server.calls(addDeliverable)).toEqual([])
  put({ ...asset('chair', {}), id })
  expect(screen.queryByText(words)).toBeNull()
  await press('Submit version 1')
  await vi.waitFor(() => expect(server.calls(addDeliverable)).toHaveLength(1))
  expect(server.calls(addDeliverable)[0]?.body).toMatchObject({ assetIds: [id], submit: true })
  // The card shows the version once there is one, and not after a refusal.
  await screen.findByText(/^This changed since you opened it/)
  expect(sent).not.toHaveBeenCalled()
  server.reply(addDeliverable, sampleMilestone({ deliverables: [sampleVersion({ state: 'draft' })] }))
  await press('Save as draft')
  await vi.waitFor(() => expect(sent).toHaveBeenCalledOnce())
})

test('a model that shares no part with the last version is probably another file, and the creator is asked', async () => {
  const partsOf: Record<string, string[]> = {
    [idOf('a')]: ['Seat', 'Rail'],
    [idOf('b')]: ['Visor'],
    [idOf('c')]: ['Rail', 'Cushion'],
  }
  contractServer().reply(readAsset, ({ params: { id } }) => {
    const { facts, ...rest } = asset(id, {})
    const parts = partsOf[id]?.map((name) => ({ name, triangles: 10, box: { min: origin, max: origin } })) ?? []
    return { ...rest, facts: facts && { ...facts, parts } }
  })
  const withModel = (name: string, id: string) => ({
    ...asset(name, {}),
    id,
    model: { url: `/${name}`, bytes: 1 },
  })
  open(null, { deliverables: [sampleVersion({ number: 1, assets: [withModel('first', idOf('a'))] })] })
  put(withModel('helmet', idOf('b')))
  const warning = await screen.findByText('0 of 2 parts are the same as in version 1')
  expect(warning.closest('[role=status]')?.textContent).toContain('Is helmet.glb the right file?')
  put(withModel('chair', idOf('c')))
  await waitFor(() => expect(screen.queryByText(/parts are the same/)).toBeNull())
})
