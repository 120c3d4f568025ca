/** Largest reply of a provider that is read. */
const maxReplyBytes = 65_536

/** The parts of a request that the adapters use. */
type Request = { method?: string; headers?: Headers | Record<string, string>; body?: URLSearchParams | null }

/**
 * Makes a fetch for replies of a provider: it ends with the signal, follows no redirect and reads a bounded number of
 * bytes.
 */
export function boundedFetch(signal: AbortSignal): (url: string, request?: object) => Promise<Response> {
  return async (url, request = {}) => {
    // The library's requests have other parts too, which fetch knows.
    const response = await fetch(url, { ...(request as Request), redirect: 'manual', signal })
    const { status, headers } = response
    const hasBody = ![101, 204, 205, 304].includes(status) && status >= 200
    const bytes = await readBytes(response)
    return new Response(hasBody ? bytes : null, { status: status === 0 ? 502 : status, headers })
  }
}

async function readBytes({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = body?.getReader()
  for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
    size += read.value.byteLength
    if (size > maxReplyBytes) {
      await reader?.cancel()
      throw new Error('the reply of the provider is too large')
    }
    chunks.push(read.value)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** Returns the JSON of a reply. Throws for any status but 200. */
export async function readJson(response: Response): Promise<unknown> {
  if (response.status !== 200) throw new Error(`the provider replied with status ${response.status}`)
  return response.json()
}
