import type { Work } from '@veranda/contract/works/schemas.ts'
import { readWork } from '@veranda/contract/works/routes.ts'
import type { Person, TestApp } from '../../testing/test-app.ts'

const tus = { 'tus-resumable': '1.0.0' }
const headersOf = (who: Person) => ({ ...tus, authorization: `Bearer ${who.token}`, cookie: who.cookie })

/** Metadata as tus wants it. */
export function metadataOf(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')
}

/** Begins an upload; answers what the server said. */
export function begin(t: TestApp, who: Person, name: string, bytes: number, more: Record<string, string> = {}) {
  const metadata = metadataOf({ filename: name, purpose: 'project', ...more })
  return t.app.http.inject({
    method: 'POST',
    url: '/api/uploads',
    headers: { ...headersOf(who), 'upload-length': String(bytes), 'upload-metadata': metadata },
  })
}

/** The id that a begun upload got. */
export function idOf(answer: { headers: Record<string, unknown> }): string {
  return String(answer.headers['location']).split('/').at(-1) ?? ''
}

/** Sends the next bytes of an upload. */
export function send(t: TestApp, who: Person, id: string, offset: number, payload: Uint8Array) {
  return t.app.http.inject({
    method: 'PATCH',
    url: `/api/uploads/${id}`,
    headers: { ...headersOf(who), 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    payload: Buffer.from(payload),
  })
}

/** Asks how far an upload has come, or gives it up. */
export function ask(t: TestApp, who: Person, id: string, method: 'HEAD' | 'DELETE') {
  return t.app.http.inject({ method, url: `/api/uploads/${id}`, headers: headersOf(who) })
}

/** Sends all of a picture; answers what the server said to its last bytes, and the id that the picture then has. */
export async function sendPicture(t: TestApp, who: Person, name: string, bytes: Uint8Array, more = {}) {
  const id = idOf(await begin(t, who, name, bytes.length, { purpose: 'picture', ...more }))
  return { id, answer: await send(t, who, id, 0, bytes) }
}

/** Uploads all of a file and lets it be converted; answers the work as its owner sees it. */
export async function uploadWork(t: TestApp, who: Person, name: string, bytes: Uint8Array, more = {}): Promise<Work> {
  const begun = await begin(t, who, name, bytes.length, more)
  if (begun.statusCode !== 201) throw new Error(`the upload was refused: ${begun.statusCode} ${begun.body}`)
  const id = idOf(begun)
  const sent = await send(t, who, id, 0, bytes)
  if (sent.statusCode !== 204) throw new Error(`the bytes were refused: ${sent.statusCode} ${sent.body}`)
  await t.settle()
  return (await t.injectAs(who, readWork, { params: { id } })).reply
}
