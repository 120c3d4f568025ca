import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { sampleAsset } from '../../../components/assets/testing/sample-asset.ts'
import { type AssetUpload, type AssetUploads } from '../../../components/assets/use-asset-uploads.ts'
import { type ImageUploads } from '../../../components/assets/use-image-uploads.ts'
import { loadTranslations } from '../../../lib/i18n.ts'
import { idOf } from '../../../lib/testing/samples.ts'
import { PortfolioItemForm } from './portfolio-item-form.tsx'

beforeAll(async () => {
  await Promise.all((['talent', 'common', 'assets'] as const).map(async (feature) => loadTranslations(feature)))
})
afterEach(cleanup)

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
  expect(screen.queryByText('Wait until the model is ready, or remove it.')).toBeNull()
  rerender(
    formWith({ items: [{ ...sent, asset: sampleAsset({ thumbnail: '/api/assets/1/thumbnail' }) }], busy: false }),
  )
  expect(screen.getByText('Cover')).toBeTruthy()
  expect(screen.queryByText('Choose an image or a model.')).toBeNull()
})
