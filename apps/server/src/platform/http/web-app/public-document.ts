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

/** Markup shown until the app has drawn the screen in its place. */
export type FirstView = {
  readonly markup: Html
  /** The app starts once the first picture is drawn, or after this time without it. */
  readonly maxPictureWaitMs: number
}

export type DocumentReply =
  | {
      readonly kind: 'page'
      /** Undefined for a page that says what every page of the app says. */
      readonly head: DocumentHead | undefined
      /** Modules of the web app that draw the page, as its manifest names them. */
      readonly entries: readonly string[]
      /** The first view of visitors without a session, who all see the same. */
      readonly firstView: FirstView | undefined
    }
  | { readonly kind: 'text'; readonly type: string; readonly text: string }
  | { readonly kind: 'moved'; readonly path: string }
  | { readonly kind: 'not-found' }

/** An address outside the API that everyone may open, whose document the server fills in. */
export type PublicDocument = {
  /** With at most one parameter: `/explore/:handle`. */
  readonly path: string
  /** Null for what reads nothing from the database. */
  readonly rateLimit: RateLimit | null
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
  /** Returns the address of a file of the built app, named as in its manifest; undefined without a build. */
  readonly builtFile: (module: string) => string | undefined
}
