import { readAsset, readStoredFileFacts, uploadsPath } from '@veranda/contract/assets/routes.ts'
import { type Asset, type StoredFile, type UploadPurpose } from '@veranda/contract/assets/schemas.ts'
import { type ApiClient } from './api-client.ts'
import { waitUntil } from './wait-until.ts'

/** Uploads an image and returns the stored file. */
export async function uploadImage(
  client: ApiClient,
  url: string,
  name: string,
  bytes: Uint8Array,
): Promise<StoredFile> {
  const id = await uploadBytes(client, url, { name, purpose: 'image' }, bytes)
  return client.call(readStoredFileFacts, { params: { id } })
}

/** Uploads a file and waits until the asset is ready. */
export async function uploadAsset(client: ApiClient, url: string, name: string, bytes: Uint8Array): Promise<Asset> {
  const id = await uploadBytes(client, url, { name, purpose: 'project' }, bytes)
  return waitUntil(`${name} to be ready`, async () => {
    const asset = await client.call(readAsset, { params: { id } })
    if (asset.state === 'refused') throw new Error(`${name} was refused: ${asset.refusal?.message}`)
    return asset.state === 'ready' && asset
  })
}

/** Uploads a file in one chunk with the tus protocol; returns the id of the asset or stored file. */
async function uploadBytes(
  client: ApiClient,
  url: string,
  metadata: { name: string; purpose: UploadPurpose },
  bytes: Uint8Array,
) {
  const headers = {
    cookie: client.cookie,
    authorization: `Bearer ${client.token}`,
    origin: url,
    'tus-resumable': '1.0.0',
  }
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const created = await fetch(`${url}/api${uploadsPath}`, {
    method: 'POST',
    headers: {
      ...headers,
      'upload-length': String(bytes.length),
      'upload-metadata': `filename ${base64(metadata.name)},purpose ${base64(metadata.purpose)}`,
    },
  })
  const uploadUrl = created.headers.get('location')
  if (uploadUrl === null) throw new Error(`creating the upload failed: ${created.status} ${await created.text()}`)
  const sent = await fetch(new URL(uploadUrl, url), {
    method: 'PATCH',
    headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(bytes),
  })
  if (!sent.ok) throw new Error(`uploading the bytes failed: ${sent.status} ${await sent.text()}`)
  return new URL(uploadUrl, url).pathname.split('/').at(-1) ?? ''
}
