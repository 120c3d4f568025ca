import 'fake-indexeddb/auto'
import { fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { readDataExport } from '@veranda/contract/accounts/export/routes.ts'
import { readDeletion } from '@veranda/contract/accounts/deletion/routes.ts'
import { changeAvatar, removeAvatar } from '@veranda/contract/accounts/avatar/routes.ts'
import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { minAvatarCropPixels } from '@veranda/core/accounts/avatar/avatar.ts'
import { uploadLimits } from '@veranda/core/assets/upload-rules.ts'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type ImageUpload } from '../components/assets/use-image-uploads.ts'
import { snackbars } from '../components/toasts.ts'
import { createStore, useStore } from '../lib/store.ts'
import { contractServer, Refused } from '../lib/testing/contract-server.ts'
import { idOf, maya, sampleAccount } from '../lib/testing/samples.ts'
import { loadScreen, renderScreen } from './testing/render-screen.tsx'

const uploads = createStore<readonly ImageUpload[]>([])
const removedKeys: string[] = []

vi.mock('../components/assets/use-image-uploads.ts', () => ({
  useImageUploads: (scope: string, maxCount: number) => ({
    items: useStore(uploads),
    maxCount,
    add: (files: readonly File[]) =>
      uploads.set(files.map((file) => startedUpload(scope, file, `upload ${uploads.get().length + 1}`))),
    retry: vi.fn(),
    remove: (key: string) => {
      removedKeys.push(key)
      uploads.set(uploads.get().filter((item) => item.key !== key))
    },
    clear: vi.fn(),
    stored: [],
    busy: false,
  }),
}))

const startedUpload = (scope: string, file: File, key: string): ImageUpload => ({
  key,
  scope,
  purpose: 'image',
  name: file.name,
  bytes: file.size,
  url: null,
  state: 'sending',
  progress: 0.25,
  stored: undefined,
})

/** Ends the upload, which becomes the stored image `fileId`. */
function finishUpload(fileId: string) {
  uploads.set(
    uploads.get().map(({ key, scope, purpose, name, bytes }) => {
      const part = { key, scope, purpose, name, bytes, url: null, progress: 1, stored: undefined }
      return { ...part, state: 'uploaded', id: fileId }
    }),
  )
}

const path = '/settings'
beforeAll(async () => {
  await loadScreen(path)
  // Loaded here, so that no test waits for it.
  await Promise.all([import('../features/accounts/avatar/avatar-dialog.tsx'), import('@veranda/ui/dialog-panel.tsx')])
})

const [pictureFile, avatarUrl] = [idOf('a'), `/api/files/${idOf('b')}?width=240`]
const bitmap = { width: 1_000, height: 600, close: () => undefined }

beforeEach(() => {
  uploads.set([])
  removedKeys.length = 0
  // The snackbar of the test before, whose region is gone.
  snackbars.onClosed('avatar')
  // jsdom decodes no images and captures no pointers.
  vi.stubGlobal('createImageBitmap', () => Promise.resolve(bitmap))
  URL.createObjectURL = () => 'blob:picture'
  URL.revokeObjectURL = vi.fn()
  Element.prototype.setPointerCapture = () => undefined
})

/** Opens the settings of a user whose picture the server keeps. */
async function openSettings(avatar: string | null = null) {
  const server = contractServer()
  let shown = avatar
  const account = () => sampleAccount({ avatar: shown })
  server.reply(readDeletion, { at: null, obstacles: [], actions: ['schedule'] })
  server.reply(readDataExport, { state: 'none' })
  renderScreen(server, path, { user: { ...maya, avatar } })
  server.reply(readAccount, account)
  server.reply(changeAvatar, () => {
    shown = avatarUrl
    return account()
  })
  server.reply(removeAvatar, () => {
    shown = null
    return account()
  })
  await screen.findByRole('button', { name: 'Upload picture' })
  return server
}

const choose = (file: File) => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('there is no file input')
  return userEvent.upload(input, file, { applyAccept: false })
}
const photo = () => new File(['photo'], 'me.jpg', { type: 'image/jpeg' })
const dialogName = { name: 'Choose the part to show' }
const openDialog = async () => {
  await choose(photo())
  return screen.findByRole('dialog', dialogName)
}
/** The pictures of the user in the menu of the shell and in the settings. */
const shownAvatars = () => [...document.querySelectorAll('img')].map((image) => image.getAttribute('src'))

test('a picture is cropped by keyboard, uploaded and saved, and is shown in the shell too', async () => {
  const server = await openSettings()
  const dialog = await openDialog()
  const area = within(dialog).getByRole('application', { name: 'Your picture' })
  await vi.waitFor(() => expect(area.contains(document.activeElement)).toBe(true))
  // The middle square of 600 pixels: one step is 30 of them, against the movement of the picture.
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowRight}{Shift>}{ArrowRight}{/Shift}')
  // 600 / 1.1 and once more, then down by a twentieth.
  await userEvent.keyboard('++-{ArrowUp}')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save picture' }))
  expect(within(dialog).getByRole('progressbar', { name: 'Uploading your picture' }).ariaValueNow).toBe('25')
  expect(server.calls(changeAvatar)).toEqual([])
  finishUpload(pictureFile)
  await screen.findByText('Picture saved')
  const left = 200 + 30 - 6
  expect(server.calls(changeAvatar).map(({ body }) => body)).toEqual([
    { fileId: pictureFile, crop: { left: left + 28, top: 55, size: 545 } },
  ])
  await vi.waitFor(() => expect(shownAvatars()).toEqual([avatarUrl, avatarUrl]))
  expect(screen.queryByRole('dialog', dialogName)).toBeNull()
  expect(document.activeElement?.textContent).toBe('Upload picture')
  // The whole photo is not kept.
  expect(removedKeys).toEqual(['upload 1'])
})

test('the picture follows the pointer, two fingers and the slider', async () => {
  const server = await openSettings()
  const dialog = await openDialog()
  const area = within(dialog).getByRole('application')
  Object.defineProperty(area, 'clientWidth', { value: 300 })
  const zoom = within(dialog).getByRole<HTMLInputElement>('slider', { name: 'Zoom' })
  expect(zoom.value).toBe('0')
  fireEvent.pointerDown(area, { pointerId: 1, clientX: 100, clientY: 100 })
  fireEvent.pointerMove(area, { pointerId: 1, clientX: 150, clientY: 100 })
  // A second finger twice as far away as before.
  fireEvent.pointerDown(area, { pointerId: 2, clientX: 200, clientY: 100 })
  fireEvent.pointerMove(area, { pointerId: 2, clientX: 250, clientY: 100 })
  fireEvent.pointerUp(area, { pointerId: 2 })
  fireEvent.pointerUp(area, { pointerId: 1 })
  fireEvent.pointerMove(area, { pointerId: 1, clientX: 0, clientY: 0 })
  expect(Number(zoom.value)).toBeCloseTo(Math.log(2) / Math.log(600 / minAvatarCropPixels), 1)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save picture' }))
  finishUpload(pictureFile)
  await screen.findByText('Picture saved')
  expect(server.calls(changeAvatar)[0]?.body.crop).toEqual({ left: 250, top: 150, size: 300 })
})

test('the slider zooms as far as the smallest crop', async () => {
  const server = await openSettings()
  const dialog = await openDialog()
  fireEvent.change(within(dialog).getByRole('slider', { name: 'Zoom' }), { target: { value: '1' } })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save picture' }))
  finishUpload(pictureFile)
  await screen.findByText('Picture saved')
  expect(server.calls(changeAvatar)[0]?.body.crop?.size).toBe(minAvatarCropPixels)
})

test('a file that cannot be used says why, and sends nothing', async () => {
  await openSettings()
  const button = screen.getByRole('button', { name: 'Upload picture' })
  const described = () => document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent
  await choose(new File(['x'], 'me.heic', { type: 'image/heic' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/^This kind of file can’t be used\. .* HEIC/)
  expect(described()).toBe(screen.getByRole('alert').textContent)
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('broken')))
  await choose(photo())
  await screen.findByText(/^Couldn’t read this picture\./)
  vi.stubGlobal('createImageBitmap', () => Promise.resolve({ ...bitmap, height: minAvatarCropPixels - 1 }))
  await choose(photo())
  await screen.findByText('This picture is too small. Choose one of at least 128 × 128 pixels.')
  const large = photo()
  Object.defineProperty(large, 'size', { value: uploadLimits.imageBytes + 1 })
  await choose(large)
  await screen.findByText('This picture is larger than 10 MB. Choose a smaller one.')
  expect(screen.queryByRole('dialog', dialogName)).toBeNull()
  vi.stubGlobal('createImageBitmap', () => Promise.resolve(bitmap))
  await openDialog()
  expect(screen.queryByText(/larger than/)).toBeNull()
  expect(uploads.get()).toEqual([])
})

test('a refusal is said in the dialog, and the picture is saved from there without another upload', async () => {
  const server = await openSettings()
  const dialog = await openDialog()
  server.reply(changeAvatar, () => {
    throw new Refused(422, 'file.not-an-image', { field: 'fileId', detail: 'We can’t read this image.' })
  })
  const save = within(dialog).getByRole('button', { name: 'Save picture' })
  await userEvent.click(save)
  finishUpload(pictureFile)
  expect((await within(dialog).findByRole('alert')).textContent).toContain('We can’t read this image.')
  server.reply(changeAvatar, () => sampleAccount({ avatar: avatarUrl }))
  await userEvent.click(save)
  await screen.findByText('Picture saved')
  expect(server.calls(changeAvatar).map(({ body }) => body.fileId)).toEqual([pictureFile, pictureFile])
})

test('cancelling stops the upload and keeps the picture that was there', async () => {
  const server = await openSettings(avatarUrl)
  const dialog = await openDialog()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save picture' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('dialog', dialogName)).toBeNull()
  expect(removedKeys).toEqual(['upload 1'])
  expect(server.calls(changeAvatar)).toEqual([])
  expect(shownAvatars()).toEqual([avatarUrl, avatarUrl])
})

test('a removed picture gives way to the first letter everywhere, and comes back by undo', async () => {
  const server = await openSettings(avatarUrl)
  expect(shownAvatars()).toEqual([avatarUrl, avatarUrl])
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  await screen.findByText('Picture removed')
  await vi.waitFor(() => expect(shownAvatars()).toEqual([]))
  expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull()
  expect(document.activeElement?.textContent).toBe('Upload picture')
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await vi.waitFor(() => expect(shownAvatars()).toEqual([avatarUrl, avatarUrl]))
  expect(server.calls(changeAvatar).map(({ body }) => body)).toEqual([{ fileId: idOf('b') }])
})

test('a removal that is refused says why and keeps the picture', async () => {
  const server = await openSettings(avatarUrl)
  server.refuse(removeAvatar, 503, 'server.busy', { detail: 'Too much is going on.' })
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Too much is going on.')
  expect(shownAvatars()).toEqual([avatarUrl, avatarUrl])
})
