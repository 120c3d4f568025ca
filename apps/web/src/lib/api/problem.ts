import { type Problem as ProblemDocument } from '@veranda/contract/shared-schemas.ts'

/** A failed call. `code` is stable; `message` is a sentence in the user's language, or empty. */
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

  /** Returns true if the call may or may not have taken effect. */
  get uncertain(): boolean {
    return this.status === 0 || this.status >= 500
  }

  /** Returns the message for one field, if the problem names it. */
  messageFor(field: string): string | undefined {
    if (this.field === field) return this.message
    return this.errors.find((error) => error.field === field)?.message
  }
}

/** Returns the problem for a failed connection or a missing response. */
export function networkProblem(): Problem {
  return new Problem({ code: 'network', status: 0 })
}

/** Reads problem+json; any other response becomes a problem with the code of its status. */
export async function readProblem(response: Response): Promise<Problem> {
  const fallback = { code: `http.${response.status}`, status: response.status }
  if (!response.headers.get('content-type')?.includes('json')) return new Problem(fallback)
  try {
    const read: unknown = await response.json()
    if (typeof read !== 'object' || read === null || !('code' in read)) return new Problem(fallback)
    // Written by our server from the contract's schema; every field is read as optional.
    return new Problem({ ...fallback, ...(read as Partial<ProblemDocument>), status: response.status })
  } catch {
    return new Problem(fallback)
  }
}
