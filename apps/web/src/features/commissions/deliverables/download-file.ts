import { readProject } from '@veranda/contract/commissions/routes.ts'
import { invalidateReads } from '../../../lib/api/query.ts'

/**
 * Downloads a file under its original name. Its first byte is requested before, because a browser would save the
 * error document of an expired link as the file. Returns `idle` once the browser has taken over, `gone` when the link
 * has expired (the project is then read again) and `failed` when the server could not be reached.
 */
export async function downloadFile(file: { name: string; url: string }): Promise<'idle' | 'gone' | 'failed'> {
  const url = `${file.url}${file.url.includes('?') ? '&' : '?'}download=1`
  const stop = new AbortController()
  try {
    const reply = await fetch(url, { headers: { range: 'bytes=0-0' }, cache: 'no-store', signal: stop.signal })
    // A server that ignores the range would send the whole file.
    stop.abort()
    if (reply.status === 401 || reply.status === 403 || reply.status === 404) {
      void invalidateReads(readProject)
      return 'gone'
    }
    if (!reply.ok) return 'failed'
  } catch {
    return 'failed'
  }
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  return 'idle'
}
