import { pinKinds } from '@veranda/core/commissions/pins/pin.ts'
import { pinActions, pinStates } from '@veranda/core/commissions/pins/pin-states.ts'
import * as z from 'zod/mini'
import { hiddenParts, modelMetres } from '../model-space.ts'
import { hash, id, isoInstant, person, text } from '../shapes.ts'

export { pinStates }

/** A point or a direction in the model space of the original, in metres. */
export const pinVector = z.object({ x: modelMetres, y: modelMetres, z: modelMetres })
const triple = z.tuple([modelMetres, modelMetres, modelMetres])

/** How the work was looked at: opening a pin brings it back. */
export const pinView = z.object({
  eye: triple,
  target: triple,
  settings: z.object({
    hidden: hiddenParts,
    explode: z.number().check(z.gte(0), z.lte(1)),
    section: z.nullable(
      z.object({ axis: z.enum(['x', 'y', 'z']), at: z.number().check(z.gte(0), z.lte(1)), turned: z.boolean() }),
    ),
    wireframe: z.boolean(),
    light: z.enum(['studio', 'daylight', 'dusk']),
    sizes: z.boolean(),
  }),
})
export type PinView = z.infer<typeof pinView>

/** A place on one part of one exact version; the part by its name in the original. */
export const pinAnchor = z.object({
  deliverableId: id,
  workId: id,
  part: z.string().check(z.minLength(1), z.maxLength(200)),
  position: pinVector,
  normal: pinVector,
  view: pinView,
})
export type PinAnchor = z.infer<typeof pinAnchor>

/** Where a pin stands on one version. */
export const pinPlace = z.object({
  ...pinAnchor.shape,
  /** Set by hand, carried over from the version before, or in need of a hand. */
  standing: z.enum(['placed', 'carried', 'unsure']),
  /** How far it lies from where it was on the version before, in metres; null when it was set by hand. */
  moved: z.nullable(z.number()),
  /** Why it needs a hand. */
  reason: z.nullable(z.enum(['part-gone', 'too-far', 'not-read'])),
})
export type PinPlace = z.infer<typeof pinPlace>

/** What was said aloud; `url` is read with the cookie alone, by whoever sees the pin. */
export const voiceNote = z.object({ url: z.string(), milliseconds: z.int() })
export type VoiceNote = z.infer<typeof voiceNote>

/** `text` may be nothing where there is a voice note. */
export const pinMessage = z.object({
  id,
  author: person,
  text: z.string(),
  voice: z.nullable(voiceNote),
  createdAt: isoInstant,
})
export type PinMessage = z.infer<typeof pinMessage>

export const pin = z.object({
  id,
  projectId: id,
  milestoneId: id,
  /** Counts from 1 within the milestone. */
  number: z.int(),
  version: z.int(),
  state: z.enum(pinStates),
  /** A plain remark, or something that the client asks to be changed. */
  kind: z.enum(pinKinds),
  /** The message that says what is asked, once it is a change request; the first one otherwise. */
  askedMessageId: z.nullable(id),
  /** The round of changes that it was sent with. */
  round: z.nullable(z.int()),
  author: person,
  /** One place a version, in the order of the versions. */
  places: z.array(pinPlace),
  /** The thread, oldest first; the first message is the pin's own text. */
  messages: z.array(pinMessage),
  /** What the reader may do with it now. */
  may: z.object({
    actions: z.array(z.enum(pinActions)),
    ask: z.boolean(),
    place: z.boolean(),
    remove: z.boolean(),
  }),
  createdAt: isoInstant,
  updatedAt: isoInstant,
})
export type Pin = z.infer<typeof pin>
export const pinList = z.object({ items: z.array(pin) })
export type PinList = z.infer<typeof pinList>

const expected = z.int().check(z.gte(0))

/** A recording of Opus in WebM or Ogg, at most a minute and a mebibyte of it; a little more is refused in its own words. */
const recorded = z.optional(z.base64().check(z.minLength(1), z.maxLength(1_480_000)))

/** Text, or a voice note, or both. */
export const addPinBody = z.strictObject({
  ...pinAnchor.shape,
  text: text(2000, 0),
  voice: recorded,
  change: z.boolean(),
})
export type AddPinBody = z.infer<typeof addPinBody>

export const placePinBody = z.strictObject({ ...pinAnchor.shape, expected })
export type PlacePinBody = z.infer<typeof placePinBody>

export const answerPinBody = z.strictObject({ text: text(2000, 0), voice: recorded })
export type AnswerPinBody = z.infer<typeof answerPinBody>

/** `text` says why, as one more message of the thread. */
export const movePinBody = z.strictObject({ action: z.enum(pinActions), text: text(2000, 0), expected })
export type MovePinBody = z.infer<typeof movePinBody>

/** Which message says what is asked; null takes the request back. */
export const askPinBody = z.strictObject({ messageId: z.nullable(id), expected })
export type AskPinBody = z.infer<typeof askPinBody>

export const expectedPinBody = z.strictObject({ expected })
export type ExpectedPinBody = z.infer<typeof expectedPinBody>

/**
 * One round of changes out of open pins and text, on one exact version. `messages` says which of the `items`, by their
 * place, were said in the project's chat.
 */
export const pinRoundBody = z.strictObject({
  deliverableId: id,
  hash,
  pinIds: z.array(id).check(z.maxLength(50)),
  items: z.array(text(2000)).check(z.maxLength(50)),
  messages: z._default(z.array(z.strictObject({ item: z.int().check(z.gte(0)), id })).check(z.maxLength(50)), []),
  expected,
})
export type PinRoundBody = z.input<typeof pinRoundBody>
