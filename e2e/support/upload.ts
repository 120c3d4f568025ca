import { readFileFacts } from '@veranda/contract/files/routes.ts'
import type { StoredFile } from '@veranda/contract/files/schemas.ts'
import { uploadsPath } from '@veranda/contract/works/routes.ts'
import { readWork } from '@veranda/contract/works/routes.ts'
import type { Purpose, Work } from '@veranda/contract/works/schemas.ts'
import type { Caller } from './person.ts'
import { until } from './until.ts'

/** Uploads a picture and answers how it is stored. */
export async function uploadPicture(person: Caller, url: string, name: string, bytes: Uint8Array): Promise<StoredFile> {
  const id = await sendAll(person, url, { name, purpose: 'picture' }, bytes)
  return person.call(readFileFacts, { params: { id } })
}

/** Uploads a file and waits until it can be shown. */
export async function uploadWork(person: Caller, url: string, name: string, bytes: Uint8Array): Promise<Work> {
  const id = await sendAll(person, url, { name, purpose: 'project' }, bytes)
  return until(`${name} to be ready`, async () => {
    const work = await person.call(readWork, { params: { id } })
    if (work.state === 'refused') throw new Error(`${name} was refused: ${work.refusal?.message}`)
    return work.state === 'ready' && work
  })
}

/** Sends a file in one piece by the tus protocol; answers the id of what it becomes. */
async function sendAll(person: Caller, url: string, what: { name: string; purpose: Purpose }, bytes: Uint8Array) {
  const head = { cookie: person.cookie, authorization: `Bearer ${person.token}`, origin: url, 'tus-resumable': '1.0.0' }
  const coded = (text: string) => Buffer.from(text).toString('base64')
  const made = await fetch(`${url}/api${uploadsPath}`, {
    method: 'POST',
    headers: {
      ...head,
      'upload-length': String(bytes.length),
      'upload-metadata': `filename ${coded(what.name)},purpose ${coded(what.purpose)}`,
    },
  })
  const place = made.headers.get('location')
  if (place === null) throw new Error(`the upload was not begun: ${made.status} ${await made.text()}`)
  const sent = await fetch(new URL(place, url), {
    method: 'PATCH',
    headers: { ...head, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(bytes),
  })
  if (!sent.ok) throw new Error(`the bytes were not taken: ${sent.status} ${await sent.text()}`)
  return new URL(place, url).pathname.split('/').at(-1) ?? ''
}
