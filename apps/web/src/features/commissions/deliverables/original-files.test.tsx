import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { type Project } from '@veranda/contract/commissions/projects/schemas.ts'
import { LabelsProvider } from '@veranda/ui/labels.tsx'
import { Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadTranslations } from '../../../lib/i18n/i18n.ts'
import { problemReply } from '../../../lib/testing/replies.ts'
import { OriginalFiles, ProjectFiles } from './original-files.tsx'

const asset = { id: 'a', name: 'chair.glb', kind: 'model', bytes: 5_242_880, thumbnail: null }
const image = { id: 'f', name: 'front.png', bytes: 7_680, url: '/api/files/f' }
const versionOf = (state: string) => ({
  state,
  assets: [{ ...asset, sourceUrl: '/api/assets/a/source' }],
  files: [{ ...image, sourceUrl: '/api/files/f?form=full' }],
})
// Fields that the list does not read are left out.
const milestoneIn = (state: Milestone['state']) =>
  ({
    id: 'm',
    title: 'Chair',
    state,
    deliverables: [versionOf('changes_requested'), versionOf('approved')],
  }) as unknown as Milestone

const downloads: string[] = []
let reply: () => Promise<Response>

function open(element: React.ReactNode) {
  render(
    <LabelsProvider labels={{ close: '', dismiss: '', busy: '', optional: '', remove: '' }}>
      <Suspense>{element}</Suspense>
    </LabelsProvider>,
  )
}

beforeAll(() => loadTranslations('commissions', 'assets', 'common', 'errors'))
beforeEach(() => {
  downloads.length = 0
  reply = () => Promise.resolve(new Response('%', { status: 206 }))
  vi.stubGlobal(
    'fetch',
    vi.fn(() => reply()),
  )
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push(`${this.getAttribute('href')} as ${this.download}`)
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('the files of a released milestone are listed with name, type and size, and downloaded by keyboard', async () => {
  open(<OriginalFiles milestone={milestoneIn('released')} />)
  const rows = within(screen.getByRole('list', { name: 'Original files' })).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    'chair.glb3D model · 5 MBDownload',
    'front.pngImage · 8 kBDownload',
  ])
  const user = userEvent.setup()
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Download chair.glb' }))
  await user.keyboard('{Enter}')
  await vi.waitFor(() => expect(downloads).toEqual(['/api/assets/a/source?download=1 as chair.glb']))
  await user.click(screen.getByRole('button', { name: 'Download front.png' }))
  await vi.waitFor(() => expect(downloads[1]).toBe('/api/files/f?form=full&download=1 as front.png'))
})

test.each(['approved', 'submitted'] as const)('a milestone that is %s offers no originals', (state) => {
  open(<OriginalFiles milestone={milestoneIn(state)} />)
  expect(screen.queryByRole('button')).toBeNull()
})

test('a reader to whom the server sends no addresses is offered no originals', () => {
  const withoutAddresses = { assets: [{ ...asset, sourceUrl: null }], files: [{ ...image, sourceUrl: null }] }
  const milestone = milestoneIn('released')
  open(
    <OriginalFiles
      milestone={
        {
          ...milestone,
          deliverables: milestone.deliverables.map((one) => ({ ...one, ...withoutAddresses })),
        } as Milestone
      }
    />,
  )
  expect(screen.queryByRole('button')).toBeNull()
})

test('an expired link is announced, and nothing is saved in place of the file', async () => {
  reply = () => Promise.resolve(problemReply(404, 'asset.not-found'))
  open(<OriginalFiles milestone={milestoneIn('released')} />)
  await userEvent.click(screen.getByRole('button', { name: 'Download chair.glb' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/^This link has expired/)
  expect(downloads).toEqual([])
})

test('a download that cannot start is announced and tried again', async () => {
  reply = () => Promise.reject(new TypeError('Failed to fetch'))
  open(<OriginalFiles milestone={milestoneIn('released')} />)
  await userEvent.click(screen.getByRole('button', { name: 'Download chair.glb' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Couldn’t start the download/)
  reply = () => Promise.resolve(new Response('%', { status: 206 }))
  await userEvent.click(screen.getByRole('button', { name: 'Download chair.glb' }))
  await vi.waitFor(() => expect(downloads).toHaveLength(1))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the files of a project are those of its released milestones; without any the page says when they come', () => {
  const projectWith = (state: Milestone['state']) =>
    ({ commissions: [{ milestones: [milestoneIn(state)] }] }) as unknown as Project
  open(<ProjectFiles project={projectWith('released')} whenEmpty />)
  expect(screen.getByRole('list', { name: 'Original files of Chair' })).toBeTruthy()
  cleanup()
  open(<ProjectFiles project={projectWith('submitted')} whenEmpty />)
  expect(screen.getByText('No files yet')).toBeTruthy()
})
