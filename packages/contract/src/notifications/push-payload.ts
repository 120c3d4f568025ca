import type { Language } from '../shared-schemas.ts'

/** The JSON that a push carries to the service worker of one device, encrypted. */
export type PushPayload = {
  readonly title: string
  readonly body: string
  /** The language of both. */
  readonly language: Language
  /** A push replaces what the device still shows with the same tag. */
  readonly tag: string
  /** Where a press on it leads; a path of our own. */
  readonly path: string
  /** The number on the icon of the app. */
  readonly unread: number
}

/** Largest payload in bytes: a push service takes 4096, of which the encryption needs some. */
export const maxPushPayloadBytes = 3_000
