import { type Problem as ProblemDocument } from '@veranda/contract/shapes.ts'

/** A call that did not succeed. `code` is stable; `message` is a sentence in the reader's language, or empty. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: string
  readonly status: number
  readonly field: string | undefined
  readonly requestId: string | undefined
  readonly errors: readonly { field: string; message: string }[]
  readonly facts: Readonly<Record<string, string | number>>

  constructor(document: Partial<ProblemDocument> & { code: string; status: number }) {
    super(document.detail ?? '')
    this.code = document.code
    this.status = document.status
    this.field = document.field
    this.requestId = document.requestId
    this.errors = document.errors ?? []
    this.facts = document.facts ?? {}
  }

  /** Nothing is known of what the server did: the call may or may not have taken effect. */
  get uncertain(): boolean {
    return this.status === 0 || this.status >= 500
  }

  /** The sentence that belongs to one input, if the refusal names it. */
  of(field: string): string | undefined {
    if (this.field === field) return this.message
    return this.errors.find((error) => error.field === field)?.message
  }
}

/** The connection failed, or nobody answered. */
export function networkProblem(): Problem {
  return new Problem({ code: 'network', status: 0 })
}

/** Reads problem+json; an answer that is none becomes a problem with the code of its status. */
export async function readProblem(response: Response): Promise<Problem> {
  const fallback = { code: `http.${response.status}`, status: response.status }
  if (!response.headers.get('content-type')?.includes('json')) return new Problem(fallback)
  try {
    const read: unknown = await response.json()
    if (typeof read !== 'object' || read === null || !('code' in read)) return new Problem(fallback)
    // Our own server wrote it from the contract's schema; every field is read as optional.
    return new Problem({ ...fallback, ...(read as Partial<ProblemDocument>), status: response.status })
  } catch {
    return new Problem(fallback)
  }
}
