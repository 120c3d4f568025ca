import { uploadPicture as route } from '@veranda/contract/files/routes.ts'
import { type StoredFile } from '@veranda/contract/files/schemas.ts'
import { addressOf } from '../../lib/address.ts'
import { currentLanguage } from '../../lib/language.ts'
import { networkProblem, readProblem } from '../../lib/problem.ts'
import { renew } from '../../lib/renew.ts'
import { storedToken } from '../../lib/session.ts'
import { tokenBuffer } from '../../lib/settings.ts'
import { endsWithin } from '../../lib/token.ts'

export type UploadOptions = {
  /** Told how much has gone out, 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Sends one picture as it is and answers how it was stored. Throws a `Problem`, or the signal's reason. */
export async function uploadPicture(file: File, { onProgress, signal }: UploadOptions): Promise<StoredFile> {
  const token = await freshToken()
  const response = await send(file, token, onProgress, signal)
  if (!response.ok) throw await readProblem(response)
  // The server serialises every reply by this route's schema.
  return (await response.json()) as StoredFile
}

/** fetch tells nothing of what has gone out, so this is XMLHttpRequest behind fetch's own kind of answer. */
function send(file: File, token: string | undefined, onProgress: (share: number) => void, signal: AbortSignal) {
  return new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    request.open(route.method, addressOf(route, { query: { name: file.name.slice(-200) } }))
    request.withCredentials = true
    request.setRequestHeader('content-type', file.type || 'application/octet-stream')
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('accept-language', currentLanguage())
    if (token !== undefined) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
    request.addEventListener('load', () => {
      const type = request.getResponseHeader('content-type') ?? ''
      resolve(new Response(request.responseText, { status: request.status, headers: { 'content-type': type } }))
    })
    request.addEventListener('error', () => reject(networkProblem()))
    request.addEventListener('abort', () => reject(signal.reason ?? networkProblem()))
    signal.addEventListener('abort', stop, { once: true })
    request.send(file)
  })
}

async function freshToken(): Promise<string | undefined> {
  const token = storedToken()
  if (token === undefined || !endsWithin(token, tokenBuffer, Date.now())) return token
  const renewal = await renew(token)
  return renewal.outcome === 'renewed' ? renewal.token : token
}
