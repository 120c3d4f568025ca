import { type Db } from '../../db/database.ts'
import { type Html } from './html.ts'
import { type RateLimit } from '../limits/rate-limit.ts'
import { type Instant } from '@veranda/core/time/instant.ts'

/** The part of a page that search engines and shared links show. Texts are plain; they are escaped when they are written. */
export type DocumentHead = {
  readonly title: string
  readonly description: string
  /** The one address of the page, as a path. */
  readonly canonicalPath: string
  readonly type: 'website' | 'profile'
  /** The picture of a shared link; `path` is one of ours. */
  readonly picture: { readonly path: string; readonly alt: string } | null
  /** Structured data by schema.org. */
  readonly structuredData: object
  /** The page's first read, so that it need not make it: the reply of a route of the contract, for these arguments. */
  readonly firstRead: { readonly path: string; readonly args: object; readonly reply: unknown }
}

export type DocumentReply =
  | {
      readonly kind: 'page'
      readonly head: DocumentHead
      /** Modules of the web app that draw the page, as its manifest names them. */
      readonly entries: readonly string[]
      /** The first view of visitors without a session, who all see the same. */
      readonly firstView: Html
    }
  | { readonly kind: 'text'; readonly type: string; readonly text: string }
  | { readonly kind: 'moved'; readonly path: string }
  | { readonly kind: 'not-found' }

/** An address outside the API that everyone may open, whose first bytes depend on the database. */
export type PublicDocument = {
  /** With at most one parameter: `/explore/:handle`. */
  readonly path: string
  readonly rateLimit: RateLimit
  read(request: DocumentRequest): Promise<DocumentReply>
}

export type DocumentRequest = {
  readonly db: Db
  readonly now: Instant
  /** Our own address without a trailing slash. */
  readonly origin: string
  readonly params: Readonly<Record<string, string | undefined>>
  readonly query: Readonly<Record<string, string | undefined>>
  readonly language: string
}
