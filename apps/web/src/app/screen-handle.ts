import { type KeyOf } from '@veranda/words/words.ts'

/** What a route says about its screen. */
export type ScreenHandle = {
  /** Its name in the bar and in the crumbs, from the area `shell`. */
  name?: KeyOf<'shell'>
  /** Also shown to those signed out, in a plain frame; or only where the query says nothing that needs somebody. */
  open?: boolean | ((query: URLSearchParams) => boolean)
}
