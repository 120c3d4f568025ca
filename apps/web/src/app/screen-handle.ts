import { type MessageKey } from '@veranda/i18n/catalogues.ts'

/** Metadata of a route. */
export type ScreenHandle = {
  /** Title in the top bar and breadcrumbs, from the catalogue `shell`. */
  name?: MessageKey<'shell'>
  /** Also shown to signed-out users, in a plain frame; as a function, depending on the query. */
  public?: boolean | ((query: URLSearchParams) => boolean)
}
