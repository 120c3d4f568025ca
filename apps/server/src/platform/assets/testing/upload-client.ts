import type { Asset } from '@veranda/contract/assets/schemas.ts'
import { readAsset } from '@veranda/contract/assets/routes.ts'
import type { TestUser, TestApp } from '../../../testing/test-app.ts'

const tusHeaders = { 'tus-resumable': '1.0.0' }
const headersOf = (user: TestUser) => ({ ...tusHeaders, authorization: `Bearer ${user.token}`, cookie: user.cookie })

/** Encodes metadata for tus. */
export function tusMetadata(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')
}

/** Begins an upload; returns the server's response. */
export function beginUpload(
  t: TestApp,
  user: TestUser,
  name: string,
  bytes: number,
  more: Record<string, string> = {},
) {
  const metadata = tusMetadata({ filename: name, purpose: 'project', ...more })
  return t.app.http.inject({
    method: 'POST',
    url: '/api/uploads',
    headers: { ...headersOf(user), 'upload-length': String(bytes), 'upload-metadata': metadata },
  })
}

/** Returns the id of a new upload. */
export function uploadIdOf(answer: { headers: Record<string, unknown> }): string {
  return String(answer.headers['location']).split('/').at(-1) ?? ''
}

/** Sends the next bytes of an upload. */
export function sendUploadBytes(t: TestApp, user: TestUser, id: string, offset: number, payload: Uint8Array) {
  return t.app.http.inject({
    method: 'PATCH',
    url: `/api/uploads/${id}`,
    headers: { ...headersOf(user), 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    payload: Buffer.from(payload),
  })
}

/** Reads the offset of an upload, or cancels it. */
export function requestUpload(t: TestApp, user: TestUser, id: string, method: 'HEAD' | 'DELETE') {
  return t.app.http.inject({ method, url: `/api/uploads/${id}`, headers: headersOf(user) })
}

/** Uploads a whole image; returns the response to its last bytes and the image's id. */
export async function uploadImage(t: TestApp, user: TestUser, name: string, bytes: Uint8Array, more = {}) {
  const id = uploadIdOf(await beginUpload(t, user, name, bytes.length, { purpose: 'image', ...more }))
  return { id, answer: await sendUploadBytes(t, user, id, 0, bytes) }
}

/** Uploads a file and waits for its conversion; returns the asset as its owner sees it. */
export async function uploadAsset(
  t: TestApp,
  user: TestUser,
  name: string,
  bytes: Uint8Array,
  more = {},
): Promise<Asset> {
  const created = await beginUpload(t, user, name, bytes.length, more)
  if (created.statusCode !== 201) throw new Error(`the upload was refused: ${created.statusCode} ${created.body}`)
  const id = uploadIdOf(created)
  const sent = await sendUploadBytes(t, user, id, 0, bytes)
  if (sent.statusCode !== 204) throw new Error(`the bytes were refused: ${sent.statusCode} ${sent.body}`)
  await t.runUntilIdle()
  return (await t.injectAs(user, readAsset, { params: { id } })).reply
}

/** Returns the names of a user's assets, also of unfinished and refused uploads. */
export async function listAssetNames(t: TestApp, { id }: TestUser): Promise<string[]> {
  const rows = await t.deps.db.selectFrom('assets').select('name').where('owner_id', '=', id).orderBy('id').execute()
  return rows.map(({ name }) => name)
}
