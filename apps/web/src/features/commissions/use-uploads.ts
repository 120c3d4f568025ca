import { type StoredFile } from '@veranda/contract/files/schemas.ts'
import { deliverableLimits } from '@veranda/core/commissions/deliverable.ts'
import { useEffect, useRef, useState } from 'react'
import { networkProblem, Problem } from '../../lib/problem.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { uploadPicture } from './upload-picture.ts'

export type Upload = { key: string; name: string; file: File } & (
  | { state: 'sending'; share: number }
  | { state: 'stored'; stored: StoredFile }
  | { state: 'failed'; problem: Problem }
)

/** Pictures on their way to the server, each by itself; one that failed can be tried again. */
export function useUploads() {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const stoppers = useRef(new Map<string, AbortController>())
  useEffect(() => {
    const running = stoppers.current
    return () => running.forEach((stopper) => stopper.abort())
  }, [])

  const replace = (next: Upload) => setUploads((now) => now.map((one) => (one.key === next.key ? next : one)))

  async function start(key: string, file: File) {
    const base = { key, file, name: file.name }
    const stopper = new AbortController()
    stoppers.current.set(key, stopper)
    try {
      const stored = await uploadPicture(file, {
        signal: stopper.signal,
        onProgress: (share) => replace({ ...base, state: 'sending', share }),
      })
      replace({ ...base, state: 'stored', stored })
    } catch (error) {
      if (stopper.signal.aborted) return
      replace({ ...base, state: 'failed', problem: error instanceof Problem ? error : networkProblem() })
    }
  }

  function add(files: Iterable<File>) {
    const room = deliverableLimits.files - uploads.length
    const fresh = [...files].slice(0, Math.max(0, room)).map((file): Upload => {
      return { key: uuidv7(), file, name: file.name, state: 'sending', share: 0 }
    })
    setUploads((now) => [...now, ...fresh])
    for (const { key, file } of fresh) void start(key, file)
  }

  function retry({ key, file, name }: Upload) {
    replace({ key, file, name, state: 'sending', share: 0 })
    void start(key, file)
  }

  function remove(key: string) {
    stoppers.current.get(key)?.abort()
    setUploads((now) => now.filter((one) => one.key !== key))
  }

  return {
    uploads,
    add,
    retry,
    remove,
    clear: () => setUploads([]),
    stored: uploads.flatMap((one) => (one.state === 'stored' ? [one.stored] : [])),
    busy: uploads.some(({ state }) => state === 'sending'),
  }
}

export type Uploads = ReturnType<typeof useUploads>
