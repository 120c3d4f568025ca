import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { sampleAsset } from '../../../components/assets/testing/sample-asset.ts'
import { type AssetUpload, type AssetUploads } from '../../../components/assets/use-asset-uploads.ts'
import { type ImageUploads } from '../../../components/assets/use-image-uploads.ts'
import { addPortfolioItem } from '@veranda/contract/talent/routes.ts'
import { networkProblem } from '../../../lib/api/problem.ts'
import { contractServer } from '../../../lib/testing/contract-server.ts'
import { loadTranslations } from '../../../lib/i18n/i18n.ts'
import { idOf } from '../../../lib/testing/samples.ts'
import { PortfolioItemForm } from './portfolio-item-form.tsx'

beforeAll(async () => {
  await Promise.all((['talent', 'common', 'assets'] as const).map(async (feature) => loadTranslations(feature)))
})
afterEach(() => {
  cleanup()
  localStorage.clear()
})

const nothing = () => undefined
const uploadActions = { add: nothing, retry: nothing, remove: nothing, clear: nothing, busy: false }
const noImages: ImageUploads = { ...uploadActions, items: [], maxCount: 10, stored: [] }

function formWith(models: Pick<AssetUploads, 'items' | 'busy'>) {
  return (
    <Suspense>
      <PortfolioItemForm
        images={noImages}
        models={{ ...uploadActions, ready: [], ...models }}
        onDone={nothing}
        onCancel={nothing}
      />
    </Suspense>
  )
}

const upload = {
  key: 'one',
  scope: 'portfolio-item',
  purpose: 'profile',
  name: 'chair.glb',
  bytes: 1,
  url: null,
  progress: 1,
} as const

test('what was missing is no longer marked once it is there, and nothing new is marked before the next try', async () => {
  const { rerender } = render(formWith({ items: [], busy: false }))
  await userEvent.click(await screen.findByRole('button', { name: 'Add to portfolio' }))
  expect(screen.getByText('Choose an image or a model.')).toBeTruthy()
  expect(screen.getByText('Enter a title.')).toBeTruthy()
  await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), 'Chair')
  expect(screen.queryByText('Enter a title.')).toBeNull()
  const sent: AssetUpload = { ...upload, state: 'uploaded', id: idOf('7', 1), asset: undefined }
  rerender(formWith({ items: [sent], busy: true }))
  expect(screen.queryByText('Choose an image or a model.')).toBeNull()
  rerender(
    formWith({ items: [{ ...sent, asset: sampleAsset({ thumbnail: '/api/assets/1/thumbnail' }) }], busy: false }),
  )
  expect(screen.getByText('Cover')).toBeTruthy()
  expect(screen.queryByText('Choose an image or a model.')).toBeNull()
})

test('what was typed is kept when the form is left, and gone once it is cancelled', async () => {
  const { unmount } = render(formWith({ items: [], busy: false }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Title' }), 'Chair')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /Discipline/ }), 'Stage sets')
  unmount()
  const again = render(formWith({ items: [], busy: false }))
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Title' })).value).toBe('Chair')
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: /Discipline/ }).value).toBe('stage-sets')
  expect(screen.getByText('You wrote this earlier. It isn’t saved yet.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  again.unmount()
  render(formWith({ items: [], busy: false }))
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Title' })).value).toBe('')
})

test('a save that is asked for during an upload says what it waits for, and is sent when the file is ready', async () => {
  const server = contractServer()
  server.refuse(addPortfolioItem, 409, 'test.stop')
  const sent: AssetUpload = { ...upload, state: 'uploaded', id: idOf('7', 1), asset: undefined }
  const { rerender } = render(formWith({ items: [sent], busy: true }))
  expect(await screen.findByText(/^Still uploading/)).toBeTruthy()
  await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), 'Chair')
  const add = screen.getByRole('button', { name: /Add to portfolio/ })
  await userEvent.click(add)
  expect(screen.getByText('Saves as soon as the files are ready. Stay on this page.')).toBeTruthy()
  expect(add.getAttribute('aria-busy')).toBe('true')
  expect(server.calls(addPortfolioItem)).toHaveLength(0)
  const asset = sampleAsset({ thumbnail: '/api/assets/1/thumbnail' })
  rerender(formWith({ items: [{ ...sent, asset }], busy: false }))
  await vi.waitFor(() => expect(server.calls(addPortfolioItem)).toHaveLength(1))
  expect(server.calls(addPortfolioItem)[0]?.body).toMatchObject({ title: 'Chair', files: [{ assetId: asset.id }] })
})

test('a save that waits is not sent without a file that did not arrive', async () => {
  const server = contractServer()
  const sent: AssetUpload = { ...upload, state: 'uploaded', id: idOf('7', 1), asset: undefined }
  const ready: AssetUpload = { ...sent, asset: sampleAsset({ thumbnail: '/api/assets/1/thumbnail' }) }
  const sending: AssetUpload = { ...upload, key: 'two', state: 'sending', asset: undefined }
  const failed: AssetUpload = { ...sending, state: 'failed', problem: networkProblem() }
  const { rerender } = render(formWith({ items: [ready, sending], busy: true }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Title' }), 'Chair')
  await userEvent.click(screen.getByRole('button', { name: /Add to portfolio/ }))
  rerender(formWith({ items: [ready, failed], busy: false }))
  await vi.waitFor(() => expect(screen.queryByText(/^Saves as soon as/)).toBeNull())
  expect(server.calls(addPortfolioItem)).toHaveLength(0)
})
