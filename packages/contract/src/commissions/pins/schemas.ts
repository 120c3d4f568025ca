import { lightNames } from '@veranda/core/assets/light-names.ts'
import { closedPinStates, pinActions, pinSteps } from '@veranda/core/commissions/pins/pin.ts'
import * as z from 'zod/mini'
import { hiddenPartNames, modelCoordinate } from '../../assets/model-space.ts'
import { id, isoInstant, userSummary, multilineText, withoutHiddenCharacters } from '../../shared-schemas.ts'
import { expected } from '../schemas.ts'

/** A point or direction in the model space of the source file, in metres. */
export const pinVector = z.object({ x: modelCoordinate, y: modelCoordinate, z: modelCoordinate })
const vectorTuple = z.tuple([modelCoordinate, modelCoordinate, modelCoordinate])

/** The viewer state when the pin was placed; opening the pin restores it. */
export const pinView = z.object({
  eye: vectorTuple,
  target: vectorTuple,
  settings: z.object({
    hidden: hiddenPartNames,
    explode: z.number().check(z.gte(0), z.lte(1)),
    section: z.nullable(
      z.object({ axis: z.enum(['x', 'y', 'z']), at: z.number().check(z.gte(0), z.lte(1)), turned: z.boolean() }),
    ),
    wireframe: z.boolean(),
    light: z.enum(lightNames),
    lightTurn: z.optional(z.number().check(z.gte(0), z.lte(1))),
    variant: z.optional(z.string().check(z.maxLength(200), withoutHiddenCharacters('one'))),
    sizes: z.boolean(),
  }),
})
export type PinView = z.infer<typeof pinView>

/** A point on one part of one exact version; the part by its name in the source file. */
export const pinAnchor = z.object({
  deliverableId: id,
  assetId: id,
  part: z.string().check(z.minLength(1), z.maxLength(200)),
  position: pinVector,
  normal: pinVector,
  view: pinView,
})
export type PinAnchor = z.infer<typeof pinAnchor>

/**
 * The place of a pin on one version: placed by hand, carried over from the version before, or unsure and to be placed
 * by hand.
 */
export const pinPlace = z.discriminatedUnion('status', [
  z.object({ ...pinAnchor.shape, status: z.literal('placed') }),
  /** `moved` is the distance from the place on the version before, in metres. */
  z.object({ ...pinAnchor.shape, status: z.literal('carried'), moved: z.number() }),
  z.object({ ...pinAnchor.shape, status: z.literal('unsure'), reason: z.enum(['part-gone', 'too-far', 'not-read']) }),
])
export type PinPlace = z.infer<typeof pinPlace>

/** A recording; `url` is authenticated by the cookie alone and readable by everyone who sees the pin. */
export const voiceNote = z.object({ url: z.string(), milliseconds: z.int() })

/** `text` may be empty if there is a voice note. */
export const pinMessage = z.object({
  id,
  author: userSummary,
  text: z.string(),
  voice: z.nullable(voiceNote),
  createdAt: isoInstant,
})
export type PinMessage = z.infer<typeof pinMessage>

const pinFields = {
  id,
  projectId: id,
  milestoneId: id,
  /** Counts from 1 within the milestone. */
  number: z.int(),
  version: z.int(),
  author: userSummary,
  /** One place per version, in the order of the versions. */
  places: z.array(pinPlace),
  /** The thread, oldest first; the first message is the text of the pin. */
  messages: z.array(pinMessage),
  /** The actions available to the viewer. */
  actions: z.array(z.enum(pinActions)),
  createdAt: isoInstant,
  updatedAt: isoInstant,
}
const comment = { kind: z.literal('comment'), round: z.null() }
const change = {
  kind: z.literal('change'),
  /** The round of changes it was sent with; null until it is sent. */
  round: z.nullable(z.int()),
  /** The message that is the change request; null means the first message. */
  requestMessageId: z.nullable(id),
}
const open = { state: z.literal('open'), closed: z.null() }
/** Who closed it and when. */
const closed = { state: z.enum(closedPinStates), closed: z.object({ by: userSummary, at: isoInstant }) }
/** A comment, or a change requested by the client; each is open or closed. */
export const pin = z.discriminatedUnion('kind', [
  z.discriminatedUnion('state', [
    z.object({ ...pinFields, ...comment, ...open }),
    z.object({ ...pinFields, ...comment, ...closed }),
  ]),
  z.discriminatedUnion('state', [
    z.object({ ...pinFields, ...change, ...open }),
    z.object({ ...pinFields, ...change, ...closed }),
  ]),
])
export type Pin = z.infer<typeof pin>
export const pinList = z.object({ items: z.array(pin) })
export type PinList = z.infer<typeof pinList>

/**
 * An Opus recording in WebM or Ogg, at most one minute and one mebibyte. The limit here is slightly higher, so that the
 * core's error code is returned.
 */
const base64Recording = z.optional(z.base64().check(z.minLength(1), z.maxLength(1_480_000)))

const pinAnchorBody = z.strictObject({
  ...pinAnchor.shape,
  part: pinAnchor.shape.part.check(withoutHiddenCharacters('one')),
})

/** Text, a voice note, or both. */
export const addPinBody = z.strictObject({
  ...pinAnchorBody.shape,
  text: multilineText(2000, 0),
  voice: base64Recording,
  change: z.boolean(),
})
export type AddPinBody = z.infer<typeof addPinBody>

export const placePinBody = z.strictObject({ ...pinAnchorBody.shape, expected })
export type PlacePinBody = z.infer<typeof placePinBody>

export const replyToPinBody = z.strictObject({ text: multilineText(2000, 0), voice: base64Recording })
export type ReplyToPinBody = z.infer<typeof replyToPinBody>

/** `text` is the reason, added as a message to the thread. */
export const changePinStateBody = z.strictObject({ action: z.enum(pinSteps), text: multilineText(2000, 0), expected })
export type ChangePinStateBody = z.infer<typeof changePinStateBody>

/** The message that is the change request; null takes the request back. */
export const setPinChangeRequestBody = z.strictObject({ messageId: z.nullable(id), expected })
export type SetPinChangeRequestBody = z.infer<typeof setPinChangeRequestBody>

export const expectedPinBody = z.strictObject({ expected })
export type ExpectedPinBody = z.infer<typeof expectedPinBody>
