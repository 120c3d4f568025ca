import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { readStoredFileFacts, uploadsPath } from '@veranda/contract/assets/routes.ts'
import { noisyPng } from '../../support/test-images.ts'
import type { ReadRows } from '../checks/nothing-lost.ts'
import type { Acknowledgements } from './acknowledgements.ts'
import { type GateUser, type HttpReply, retryDelayMs } from './gate-user.ts'
import type { LoadClient } from './load-client.ts'

export const tusHeaders = { 'tus-resumable': '1.0.0' }
const maxCheckedFiles = 200

/** Uploads images in two parts, continued where the server says it has them. */
export function makeUploadClient(user: GateUser, acknowledged: Acknowledgements, rows: ReadRows): LoadClient {
  return {
    name: 'uploads',
    async step() {
      const bytes = noisyPng(24)
      const id = await uploadWholeImage(user, bytes, rows)
      acknowledged.uploads.push({ id, sha256: hash('sha256', bytes) })
    },
    leave: () => undefined,
    async findFaults() {
      const faults: string[] = []
      for (const { id, sha256 } of acknowledged.uploads.slice(-maxCheckedFiles)) {
        const facts = await user.call(readStoredFileFacts, { params: { id } })
        if (facts.hash !== sha256) faults.push(`the file ${id} has other bytes than were uploaded`)
        const reply = await user.untilAnswered(() => user.url() + facts.url, { method: 'GET' })
        if (reply.status !== 200) faults.push(`the file ${id} cannot be read: ${reply.status}`)
      }
      return faults
    },
  }
}

/** Uploads an image until the server has all of it. Returns its id. */
export async function uploadWholeImage(user: GateUser, bytes: Buffer, rows: ReadRows): Promise<string> {
  for (;;) {
    const path = await beginUpload(user, bytes.length, rows)
    let offset = 0
    while (offset < bytes.length) {
      const end = offset < bytes.length / 2 ? Math.ceil(bytes.length / 2) : bytes.length
      const sent = await user.send(user.url() + path, {
        method: 'PATCH',
        headers: { ...tusHeaders, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
        body: new Uint8Array(bytes.subarray(offset, end)),
      })
      if (sent?.status === 204) {
        offset = Number(sent.headers['upload-offset'])
        continue
      }
      // After a broken connection and while the service is unavailable.
      await sleep(retryDelayMs)
      if (sent && sent.status >= 400 && sent.status < 500 && ![401, 409, 423].includes(sent.status))
        throw new Error(`sending bytes: ${sent.status} ${sent.text}`)
      const asked = await user.untilAnswered(() => user.url() + path, { method: 'HEAD', headers: tusHeaders })
      if (asked.status >= 400) throw new Error(`asking for the offset: ${asked.status}`)
      offset = Number(asked.headers['upload-offset'])
    }
    return path.split('/').at(-1) ?? ''
  }
}

/** Begins an upload; returns its path. Uploads that an earlier attempt left unfinished are cancelled if they are too many. */
export async function beginUpload(user: GateUser, length: number, rows: ReadRows): Promise<string> {
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const metadata = `filename ${base64('noise.png')},purpose ${base64('image')}`
  const create = (): Promise<HttpReply> =>
    user.untilAnswered(() => `${user.url()}/api${uploadsPath}`, {
      method: 'POST',
      headers: { ...tusHeaders, 'upload-length': String(length), 'upload-metadata': metadata },
    })
  let created = await create()
  if (created.text.includes('"upload.too-many"')) {
    const unfinished = "select id from assets where owner_id = $1 and state = 'uploading'"
    for (const { id } of await rows<{ id: string }>(unfinished, [user.id]))
      await user.untilAnswered(() => `${user.url()}/api${uploadsPath}/${id}`, { method: 'DELETE', headers: tusHeaders })
    created = await create()
  }
  const { location } = created.headers
  if (created.status !== 201 || location === undefined)
    throw new Error(`beginning an upload: ${created.status} ${created.text}`)
  return location
}
